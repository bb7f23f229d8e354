import fs from 'node:fs'
import { calls } from '../api/support/calls.ts'
import { fileOf } from '../resources/registry.ts'
import { sourcesOf } from '../sources.ts'
import { readDone } from './done.ts'
import { type Row, readTable, shapeOf, type Table, tables, writeTable } from './tables.ts'
import { isThere, split, testsOf } from './titles.ts'

/**
 * `npm run coverage:spec`: what the tests did when they last ran, and what stands in them, is written into `docs/spec/coverage`. Behaviours name their
 * tests by hand; so may any row name a test of the browser, which notes nothing.
 */
const ROLES =
  'tests/unit/menu.test.ts › each role, and each permission of somebody without a role, is shown what the documents show, in their order'
const SAYS = 'tests/coverage.test.ts › each documented text of a success is what its call says'
/** Tests that go through all calls alike, and do not show what any of them is for. */
const ALIKE =
  /^tests\/api\/core\/(authz|fuzz|headers|openapi|filters|scope|searches|statements|plans|partial-writes|crowd|every-column)\.test\.ts/
const BROWSER = /^tests\/e2e\//

/** The area of a call, by the file of tests/resources that knows it. */
const areaOf = new Map(calls.map((call) => [shapeOf(`${call.method} ${call.path}`), fileOf(call).split('/')[2]]))
/** A test of the call's own area says the most of it, one of all areas the least; the API's more than a screen's. */
function rank(test: string, area: string | undefined) {
  const [, layer, folder] = test.split('/')
  if (folder === area) return layer === 'api' ? 0 : 1
  return folder === 'core' ? 4 : layer === 'api' ? 2 : 3
}
const inOrder = (area?: string) => (one: string, other: string) =>
  rank(one, area) - rank(other, area) || (one < other ? -1 : one > other ? 1 : 0)
const done = new Map<string, string[]>()
for (const [what, tests] of readDone()) {
  const shape = shapeOf(what)
  const shown = [...(done.get(shape) ?? []), ...tests.filter((test) => !ALIKE.test(test) && isThere(test))]
  done.set(shape, shown.sort(inOrder(areaOf.get(shape))))
}
const byHand = ({ tests }: Row) => tests.filter((test) => BROWSER.test(test) && isThere(test))
const recorded = (row: Row, ...whats: string[]) => {
  const test = whats.flatMap((what) => done.get(shapeOf(what)) ?? [])[0]
  return test ? [test] : byHand(row)
}

const sources = sourcesOf('tests').filter(({ path }) => /\.test\.tsx?$/.test(path))
/** The text between other words, with anything where the documents have a field. */
const wording = (text: string) =>
  new RegExp(`(?<![\\p{L}\\d])${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}(?![\\p{L}\\d])`, 'u')
const tells = (test: string, text: string) => {
  const [file, name] = split(test)
  return testsOf(file).some((one) => (one.title === name || one.named.test(name)) && one.texts.some((said) => wording(text).test(said)))
}
const documented = fs.readFileSync('tests/e2e/support/documented-menu.ts', 'utf8')
const isEntry = (name: string) => documented.includes(`  ${name}: `) || documented.includes(`  '${name}': `)

/** The test that has the text: the one named already while it has, else the first. A text of several rows is told apart by its call. */
function testOfText(row: Row, shared: boolean): string[] {
  const [id, text, call] = row.facts as [string, string, string]
  if (id.startsWith('menu.') && isEntry(text)) return [ROLES]
  const kept = row.tests.filter((test) => isThere(test) && (test === SAYS || tells(test, text)))
  if (kept.length) return kept
  if (shared && call) return [SAYS]
  const words = wording(text)
  const found = sources
    .filter(({ text: source }) => words.test(source.replaceAll("\\'", "'")))
    .flatMap(({ path }) =>
      testsOf(path).flatMap(({ title, worded, texts }) => (worded && texts.some((said) => words.test(said)) ? `${path} › ${title}` : [])),
    )
    .sort(inOrder())
  return found.length ? [found[0]!] : call ? [SAYS] : []
}

const fill: Record<Table, (row: Row, all: readonly Row[]) => string[]> = {
  calls: (row) => recorded(row, row.facts[0]!),
  routes: (row) => {
    const address = `page ${row.facts[0]}`
    return recorded(row, address, address.replace(/\/\{\w+\?\}$/, ''))
  },
  menu: ({ facts }) => (isEntry(facts[0]!) && isThere(ROLES) ? [ROLES] : []),
  texts: (row, all) => testOfText(row, all.filter(({ facts }) => facts[1] === row.facts[1]).length > 1),
  behaviours: ({ tests }) => tests.filter(isThere),
}
for (const table of tables) {
  const rows = readTable(table)
  const filled = rows.map((row) => ({ ...row, tests: fill[table](row, rows) }))
  writeTable(table, filled)
  console.log(`${filled.filter(({ tests }) => tests.length).length} of ${filled.length} ${table}`)
}
