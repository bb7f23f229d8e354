import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ABOVE_ALL, areas, common, type Layer, layers, uses } from './areas.ts'
import { importsOf, type Source, sourcesOf } from './sources.ts'

const sources = sourcesOf('src', 'server', 'sw')
/** The tree of the pages is written by the router's plugin, whose imports name no extension. */
const ROUTE_TREE = 'src/route-tree.gen.ts'
const routeTree: Source = { path: ROUTE_TREE, text: fs.readFileSync(ROUTE_TREE, 'utf8') }
const withExtension = (file: string) => ['.tsx', '.ts'].map((end) => file + end).find((one) => fs.existsSync(one)) ?? file

/** Imports go one way: the zones a file of a zone may import besides its own. */
const allowed: Record<string, readonly string[]> = {
  app: ['features', 'crud', 'outbox', 'ui', 'lib', 'rules', 'contract'],
  features: ['crud', 'outbox', 'ui', 'lib', 'rules', 'contract'],
  crud: ['ui', 'lib', 'rules', 'contract'],
  outbox: ['ui', 'lib', 'contract'],
  ui: ['contract'],
  lib: ['contract'],
  contract: [],
  rules: ['contract'],
  server: ['rules', 'contract'],
  sw: ['lib', 'contract'],
}
/** The layer of a file, and its area; undefined for a file of no area: `kernel`, `shared`, `core`, and the files that put the areas together. */
function roomOf(file: string): { layer: Layer; area: string } | undefined {
  for (const [layer, folder] of Object.entries(layers) as [Layer, string][]) {
    const [area, ...rest] = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : []
    if (area && rest.length && !common.includes(area)) return { layer, area }
  }
  return undefined
}
/** Folders that every area stands on and that know no area. */
const generic = /^(src\/(lib|crud|outbox|ui|app\/sending|contract\/kernel|rules\/shared)|server\/(lib|domain\/shared|db\/schema\/core))\//

/** `src/features/banks/BankList.tsx` → `features`; files directly in `src` (main, routes) belong to the app. */
function zoneOf(file: string) {
  const [top, second, ...rest] = file.split('/')
  if (top !== 'src') return top!
  return rest.length ? second! : 'app'
}
/** Every import from one file of ours to another. */
interface Edge {
  from: string
  to: string
}
const edgesOf = (source: Source): Edge[] =>
  importsOf(source)
    .filter((to) => /^(src|server|sw|tests|scripts)\//.test(to))
    .map((to) => ({ from: source.path, to }))
const edges = sources.flatMap(edgesOf)
const broken = (rule: (edge: Edge) => boolean) => edges.filter(rule).map(({ from, to }) => `${from} → ${to}`)
/** Imports from one area to another. */
const crossings = edges.flatMap((edge) => {
  const [from, to] = [roomOf(edge.from), roomOf(edge.to)]
  return from && to && from.area !== to.area
    ? [{ ...edge, layer: from.layer, below: to.layer !== from.layer, user: from.area, used: to.area }]
    : []
})

test('every file is in a known zone, and the rules see its imports', () => {
  expect(sources.filter(({ path }) => !(zoneOf(path) in allowed)).map(({ path }) => path)).toEqual([])
  expect(edges.length).toBeGreaterThan(100)
})

test('imports go one way', () => {
  expect(broken(({ from, to }) => zoneOf(from) !== zoneOf(to) && !allowed[zoneOf(from)]!.includes(zoneOf(to)))).toEqual([])
})

test('each layer is divided into the areas there are', () => {
  const strange = sources.filter(({ path }) => {
    const room = roomOf(path)
    return room && !(areas as readonly string[]).includes(room.area)
  })
  expect(strange.map(({ path }) => path)).toEqual([])
})

test('what every area stands on knows no area', () => {
  expect(broken(({ from, to }) => generic.test(from) && !!roomOf(to))).toEqual([])
})

test('an area uses another only where tests/areas.ts says so, and why', () => {
  const unsaid = crossings.filter(({ layer, user, used }) => user !== ABOVE_ALL && used !== ABOVE_ALL && !uses[layer][user]?.[used])
  expect(unsaid.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  const needless = (Object.keys(uses) as Layer[]).flatMap((layer) =>
    Object.entries(uses[layer]).flatMap(([user, others]) =>
      Object.keys(others)
        .filter((used) => !crossings.some((one) => one.layer === layer && one.user === user && one.used === used))
        .map((used) => `${layer}: ${user} → ${used}`),
    ),
  )
  expect(needless).toEqual([])
})

test('no area sees the one that sees all', () => {
  expect(crossings.filter(({ used }) => used === ABOVE_ALL).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('within a layer the areas form no circle', () => {
  for (const layer of Object.keys(layers) as Layer[])
    expect(
      circlesOf(crossings.filter((one) => one.layer === layer && !one.below).map(({ user, used }) => ({ from: user, to: used }))),
    ).toEqual([])
})

test('what is of one feature does not stand in lib', () => {
  const importers = (file: string) => edges.filter(({ to }) => to === file).map(({ from }) => from)
  const users = (file: string): string[] =>
    importers(file).flatMap((from) => (zoneOf(from) === 'lib' ? users(from) : `${zoneOf(from)}/${roomOf(from)?.area ?? ''}`))
  const ofOne = sources.filter(({ path }) => {
    const [first, second] = new Set(zoneOf(path) === 'lib' ? users(path) : [])
    return first?.startsWith('features/') && !second
  })
  expect(ofOne.map(({ path }) => path)).toEqual([])
})

test('the generic part of the server knows none of its resources, and only the tables of the core', () => {
  expect(broken(({ from, to }) => from.startsWith('server/lib/') && /^server\/(resources|db\/(seed|schema\/(?!core\/)))/.test(to))).toEqual(
    [],
  )
})

test('rules of the server alone are pure: they know the shared ones, the contract and each other', () => {
  expect(broken(({ from, to }) => from.startsWith('server/domain/') && !/^(server\/domain|src\/(rules|contract))\//.test(to))).toEqual([])
})

test('what is drawn knows of the contract only how people write and search, and which facts of a photo can be', () => {
  const known = ['italian-number', 'italian-date', 'file-facts', 'fold'].map((name) => `src/contract/kernel/${name}.ts`)
  expect(broken(({ from, to }) => zoneOf(from) === 'ui' && zoneOf(to) === 'contract' && !known.includes(to))).toEqual([])
})

test('the service worker knows only the constants, what a page is made of, and how copies are encrypted', () => {
  const known = ['contract/kernel/constants', 'contract/kernel/preload-links', 'lib/device-key', 'lib/seal-rows'].map(
    (name) => `src/${name}.ts`,
  )
  expect(broken(({ from, to }) => zoneOf(from) === 'sw' && zoneOf(to) !== 'sw' && !known.includes(to))).toEqual([])
})

test('no import circles, type-only imports and the generated tree of the pages included', () => {
  const tree = edgesOf(routeTree).map(({ from, to }) => ({ from, to: withExtension(to) }))
  expect(tree.length).toBeGreaterThan(30)
  expect(circlesOf([...edges, ...tree])).toEqual([])
})
test('the search for circles finds one', () => {
  const between = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }))
  expect(circlesOf(between('ab', 'bc', 'ca', 'cd', 'ad'))).toEqual(['a → b → c → a'])
  expect(circlesOf(between('ab', 'ac', 'bd', 'cd'))).toEqual([])
})
/** One path for every circle met on a walk along all imports; none only where there is none. */
function circlesOf(imports: readonly Edge[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  const done = new Set<string>()
  const walk = (file: string, way: string[]): string[] => {
    const met = way.indexOf(file)
    if (met >= 0) return [[...way.slice(met), file].join(' → ')]
    if (done.has(file)) return []
    const circles = (targets.get(file) ?? []).flatMap((to) => walk(to, [...way, file]))
    done.add(file)
    return circles
  }
  return [...targets.keys()].flatMap((file) => walk(file, []))
}

test('every refusal of the server is made in the one catalogue', () => {
  expect(
    sources.filter(({ path, text }) => path !== 'server/lib/core/problem.ts' && /\bnew Problem\(/.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('imports name their file with its extension', () => {
  expect(broken(({ to }) => !/\.(tsx?|mjs|css|json)$/.test(to) || !fs.existsSync(to))).toEqual([])
})

test('no barrels: a file gives out what it makes itself', () => {
  const barrels = sources.filter(
    ({ path: file, text }) => /^index\.tsx?$/.test(path.basename(file)) || /^export\s.*\bfrom\s+['"]/m.test(text),
  )
  expect(barrels.map(({ path }) => path)).toEqual([])
})

test('no check is silenced without its reason on the line', () => {
  const all = [...sources, ...sourcesOf('tests', 'scripts')]
  const silenced = /@ts-(nocheck|ignore)\b|@ts-expect-error\s*$|biome-ignore(-start|-end)?(?!\S*\s[\w/]+: \S)|eslint-disable/m
  expect(all.filter(({ path, text }) => path !== 'tests/boundaries.test.ts' && silenced.test(text)).map(({ path }) => path)).toEqual([])
})

test('files are kebab-case, components PascalCase', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(tsx?|css|mjs)$/
  const pascal = /^[A-Z][A-Za-z0-9]+(\.module\.css|\.tsx)$/
  expect(sources.map(({ path: file }) => path.basename(file)).filter((name) => !kebab.test(name) && !pascal.test(name))).toEqual([])
})

test('no shared component has more than five optional props', () => {
  const shared = sources.filter(({ path }) => /^src\/(ui|crud|outbox)\/[A-Z].*\.tsx$/.test(path))
  const crowded = shared.flatMap(({ path, text }) =>
    propTypes(text)
      .filter((props) => (props.match(/^ {2}(readonly )?\w+\?:/gm) ?? []).length > 5)
      .map(() => path),
  )
  expect(crowded).toEqual([])
})
/** The bodies of `interface …Props {…}` and of props typed in place, as the formatter lays them out. */
const propTypes = (text: string) =>
  [...text.matchAll(/^(?:export )?(?:interface|type) \w*Props\b[^{]*\{\n([\s\S]*?)^\}|^\}: \{\n([\s\S]*?)^\}/gm)].map(
    ([, named, inline]) => named ?? inline ?? '',
  )
