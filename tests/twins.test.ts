import fs from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf, sourcesOf } from './sources.ts'

/**
 * A format that one side writes and another reads is tested with the real writer's output: a hand-made copy keeps passing after the writer has changed, and
 * such a test once hid an export that no office could import. Each row names the format, its writer, its reader, and the tests that run both.
 */
const CARRIED: [what: string, writer: string, reader: string, tests: string[]][] = [
  [
    'the export of a device',
    'src/outbox/export.ts',
    'server/resources/overview/rescue.ts',
    ['tests/screens/inspections/rescue.test.tsx', 'tests/api/inspections/rescue.test.ts'],
  ],
  ['a refused completion', 'server/resources/inspections/complete.ts', 'src/outbox/verdict.ts', ['tests/screens/app/jump.test.tsx']],
  [
    'the report of a device',
    'src/app/device-report.ts',
    'server/resources/people/devices.ts',
    ['tests/screens/app/device-report.test.tsx'],
  ],
  [
    'the saves of a verifica',
    'src/features/inspections/editor.ts',
    'server/resources/inspections/update.ts',
    ['tests/screens/inspections/model-update.test.tsx'],
  ],
  [
    'the file of a long list',
    'server/resources/overview/export-kind.ts',
    'src/crud/import/list-export.ts',
    ['tests/screens/app/export-same.test.tsx'],
  ],
]

/** Every file of ours that a test runs, through whatever imports it; the real server stands behind `world.ts`. */
function reached(start: string): Set<string> {
  const seen = new Set<string>()
  const go = (path: string) => {
    if (seen.has(path) || !fs.existsSync(path)) return
    seen.add(path)
    for (const to of importsOf({ path, text: fs.readFileSync(path, 'utf8') })) if (/^(src|server|tests)\//.test(to)) go(to)
  }
  go(start)
  return seen
}

test.each(CARRIED)('%s is tested with what its real writer writes', (_what, writer, reader, tests) => {
  for (const place of tests) {
    const files = reached(place)
    expect([place, files.has(writer), files.has(reader)]).toEqual([place, true, true])
  }
})

test('no test writes by hand what only the outbox writes', () => {
  const forged = /'piazzale-invii'|format: RESCUE|superseded: \[\]/
  const all = sourcesOf('tests/api', 'tests/screens', 'tests/e2e', 'tests/unit')
  // Rows that no device writes (damaged, of others, of no kind) can only be made by hand; whole exports are those of the engine (rescue.test.ts).
  expect(all.filter(({ text }) => forged.test(text)).map(({ path }) => path)).toEqual(['tests/api/inspections/rescue-rows.test.ts'])
})

test('what older versions left on a device was written by their own engine', () => {
  const places = fs.readdirSync('tests/outbox/fixtures').filter((name) => name.endsWith('.json'))
  expect(places.length).toBeGreaterThanOrEqual(2)
  // dump.ts writes through the engine: nothing in it puts a row into a table.
  const dump = fs.readFileSync('tests/outbox/dump.ts', 'utf8')
  expect(dump).toContain("from '../../src/outbox/outbox.ts'")
  expect(dump).not.toMatch(/\.(put|add|bulkPut|bulkAdd)\('(items|photos|bytes|drafts)'/)
})
