import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bank_cards, banks } from '../../../server/db/schema/banks/banks.ts'
import { replaceRows } from '../../../server/lib/tables/children.ts'
import { inWorld } from '../support/world.ts'

test('rows of a record: one that is named is changed, a new one added, one that is not named is gone, and another’s stays', () =>
  inWorld(async ({ db }) => {
    const [mine, other] = await db
      .insert(banks)
      .values([{ name: 'Zeta Uno' }, { name: 'Zeta Due' }])
      .returning()
    const card = (bank_id: number, number: string) => ({ bank_id, number, holder: 'Mario' })
    const before = await db
      .insert(bank_cards)
      .values(['1', '2', '3'].map((number) => card(mine!.id, number)))
      .returning()
    const [theirs] = await db.insert(bank_cards).values(card(other!.id, '9')).returning()
    const [first, second] = before
    await replaceRows(db, bank_cards.bank_id, mine!.id, before, [
      { id: second!.id, holder: 'Lucia' },
      { id: first!.id },
      { number: '4', holder: 'Nuovo' },
      { id: theirs!.id, number: '5', holder: 'Non suo' },
    ])
    const rowsOf = async (id: number) =>
      (await db.select().from(bank_cards).where(eq(bank_cards.bank_id, id)).orderBy(asc(bank_cards.number))).map((row) => [
        row.number,
        row.holder,
        before.some((one) => one.id === row.id),
      ])
    expect(await rowsOf(mine!.id)).toEqual([
      ['1', 'Mario', true],
      ['2', 'Lucia', true],
      ['4', 'Nuovo', false],
      ['5', 'Non suo', false],
    ])
    expect(await rowsOf(other!.id)).toEqual([['9', 'Mario', false]])
    await replaceRows(db, bank_cards.bank_id, other!.id, [theirs], [])
    expect(await rowsOf(other!.id)).toEqual([])
  }))
