// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/FuelsTab.tsx'
import '../../../src/crud/import/ExportMenu.tsx'
import { expect, test } from 'vitest'
import { elsewhere, withPairs } from './all.ts'
import { isTold, shows, withRecord } from './compare.ts'
import { rowOf, sheetOf } from './readers.ts'

test.each(withPairs('row'))('%s: under each heading of the list, and of its sheet, stands the value of the record', (_, one, row) =>
  withRecord(one, async (world, made) => {
    await world.open(made.list!)
    await shows(() => rowOf(made.id), row, made)
    isTold(await sheetOf(world, rowOf(made.id)), { ...row, ...one.told.sheet }, made)
  }),
)

/** Two marks of the same kind may say the same; a swap of anything else is seen because no two values are equal. */
const ALIKE = /^(Sì|No|–|\d|)$/
test('no two values of a record are equal', () => {
  const equal = (['row', 'form'] as const).flatMap((surface) =>
    withPairs(surface).flatMap(([name, , pairs]) => {
      const values = Object.values(pairs).filter((value) => !ALIKE.test(value))
      return values.filter((value, at) => values.indexOf(value) !== at).map((value) => `${name} ${surface}: ${value}`)
    }),
  )
  expect(equal).toEqual([])
})

test('a resource whose values are not compared says why', () => {
  expect(Object.entries(elsewhere).filter(([, why]) => why.length < 20)).toEqual([])
})
