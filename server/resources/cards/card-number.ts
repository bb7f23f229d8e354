import { eq } from 'drizzle-orm'
import type { CardType } from '../../../src/contract/cards/words.ts'
import { luhnDigit } from '../../../src/contract/kernel/italian-codes.ts'
import { card_ranges, cards } from '../../db/schema/cards/cards.ts'
import type { Db } from '../../lib/core/db.ts'

/** The next free number of the type's range, whose row stays locked until the transaction ends. Numbers given by hand are passed over. */
export async function nextCardNumber(db: Db, type: CardType): Promise<string> {
  const [range] = await db.select().from(card_ranges).where(eq(card_ranges.type, type)).for('update')
  if (!range) throw new Error(`There is no range of card numbers for "${type}".`)
  for (let next = range.next; ; next++) {
    const body = range.prefix + String(next).padStart(range.length - range.prefix.length - 1, '0')
    const number = body + luhnDigit(body)
    if (await db.$count(cards, eq(cards.number, number))) continue
    await db
      .update(card_ranges)
      .set({ next: next + 1 })
      .where(eq(card_ranges.id, range.id))
    return number
  }
}
