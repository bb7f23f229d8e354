import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, sourcesOf } from './sources.ts'

const sources = sourcesOf('src', 'server', 'sw')

/** Imports go one way (README, "Layout"): the zones a file of a zone may import besides its own. */
const allowed: Record<string, readonly string[]> = {
  app: ['features', 'crud', 'outbox', 'ui', 'lib', 'rules', 'contract'],
  features: ['crud', 'outbox', 'ui', 'lib', 'rules', 'contract'],
  crud: ['ui', 'lib', 'rules', 'contract'],
  outbox: ['ui', 'lib', 'contract'],
  ui: [],
  lib: ['contract'],
  contract: [],
  rules: ['contract'],
  server: ['rules', 'contract'],
  sw: ['contract'],
}
/** What belongs to no area: all that generic code may know of the contract. */
const kernel = /^src\/contract\/kernel\//
const generic = /^(src\/(lib|crud|outbox|app\/sending)|server\/lib)\//

/** `src/features/banks/BankList.tsx` → `features`; files directly in `src` (main, routes) belong to the app. */
function zoneOf(file: string) {
  const [top, second, ...rest] = file.split('/')
  if (top !== 'src') return top!
  return rest.length ? second! : 'app'
}
/** Every import from one file of ours to another. */
const edges = sources.flatMap((source) =>
  importsOf(source)
    .filter((to) => /^(src|server|sw|tests|scripts)\//.test(to))
    .map((to) => ({ from: source.path, to })),
)
const broken = (rule: (edge: { from: string; to: string }) => boolean) => edges.filter(rule).map(({ from, to }) => `${from} → ${to}`)
const feature = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

test('every file is in a known zone, and the rules see its imports', () => {
  expect(sources.filter(({ path }) => !(zoneOf(path) in allowed)).map(({ path }) => path)).toEqual([])
  expect(edges.length).toBeGreaterThan(100)
})

test('imports go one way', () => {
  expect(broken(({ from, to }) => zoneOf(from) !== zoneOf(to) && !allowed[zoneOf(from)]!.includes(zoneOf(to)))).toEqual([])
})

test('no feature imports another', () => {
  expect(broken(({ from, to }) => !!feature(from) && !!feature(to) && feature(from) !== feature(to))).toEqual([])
})

test('generic code knows no resource', () => {
  expect(broken(({ from, to }) => generic.test(from) && zoneOf(to) === 'contract' && !kernel.test(to))).toEqual([])
})

test('what is of one feature does not stand in lib', () => {
  const importers = (file: string) => edges.filter(({ to }) => to === file).map(({ from }) => from)
  const users = (file: string): string[] =>
    importers(file).flatMap((from) => (zoneOf(from) === 'lib' ? users(from) : `${zoneOf(from)}/${feature(from) ?? ''}`))
  const ofOne = sources.filter(({ path }) => {
    const [first, second] = new Set(zoneOf(path) === 'lib' ? users(path) : [])
    return first?.startsWith('features/') && !second
  })
  expect(ofOne.map(({ path }) => path)).toEqual([])
})

test('the generic part of the server knows nothing of its resources', () => {
  expect(broken(({ from, to }) => from.startsWith('server/lib/') && to.startsWith('server/resources/'))).toEqual([])
})

test('rules of the server alone are pure: they know the shared ones, the contract and each other', () => {
  expect(broken(({ from, to }) => from.startsWith('server/domain/') && !/^(server\/domain|src\/(rules|contract))\//.test(to))).toEqual([])
})

test('the service worker knows only the constants, and what a page is made of', () => {
  const known = ['src/contract/kernel/constants.ts', 'src/contract/kernel/first-links.ts']
  expect(broken(({ from, to }) => zoneOf(from) === 'sw' && zoneOf(to) !== 'sw' && !known.includes(to))).toEqual([])
})

test('no import circles, type-only imports included', () => {
  expect(circlesOf(edges)).toEqual([])
})
test('the search for circles finds one', () => {
  const between = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! }))
  expect(circlesOf(between('ab', 'bc', 'ca', 'cd', 'ad'))).toEqual(['a → b → c → a'])
  expect(circlesOf(between('ab', 'ac', 'bd', 'cd'))).toEqual([])
})
/** One path for every circle met on a walk along all imports; none only where there is none. */
function circlesOf(imports: readonly { from: string; to: string }[]): string[] {
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
  expect(broken(({ to }) => !/\.(tsx?|css|json)$/.test(to) || !fs.existsSync(to))).toEqual([])
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
