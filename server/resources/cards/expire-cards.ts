import { and, asc, inArray, isNull, lt } from 'drizzle-orm'
import { expiringStates } from '../../../src/rules/cards/card-states.ts'
import { card_status_history, cards as table } from '../../db/schema/cards/cards.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { historyRow } from '../../lib/core/audit.ts'
import type { Db } from '../../lib/core/db.ts'
import { logCustomers } from './customer-log.ts'
import { asHistory } from './write-cards.ts'

/** Cards of one transaction: other requests wait for as many. */
const PIECE = 200

/** Cards whose last day is over become "Scaduta", as the system's own change. Runs again safely. */
export async function expireCards({ db, now }: { db: Db; now: Date }): Promise<number> {
  let count = 0
  for (let done = PIECE; done === PIECE; count += done) done = await db.transaction((tx) => expirePiece(tx, now))
  return count
}
async function expirePiece(db: Db, now: Date): Promise<number> {
  const over = and(inArray(table.status, [...expiringStates]), lt(table.expires_at, dayInRome(now)), isNull(table.deleted_at))
  const due = await db.select().from(table).where(over).orderBy(asc(table.id)).limit(PIECE).for('update', { skipLocked: true })
  if (!due.length) return 0
  const at = now.toISOString()
  const writer = { db, now, ip: null, user: undefined }
  for (const before of due) {
    const set = { status: 'expired' as const, suspended_by: null, rev: before.rev + 1, updated_at: at, updated_by: null }
    const after = { ...before, ...set }
    await db
      .update(table)
      .set(set)
      .where(inArray(table.id, [before.id]))
    await db.insert(model_history).values(historyRow(writer, 'card', before.id, 'status', asHistory(before), asHistory(after)))
  }
  await db.insert(card_status_history).values(due.map(({ id, status }) => ({ card_id: id, from: status, to: 'expired' as const, at })))
  const lines = due.map(({ id, customer_id, status }) => ({
    customer_id,
    card_id: id,
    detail: { before: { status }, after: { status: 'expired' } },
  }))
  await logCustomers({ db, now, user: { id: 0 } as never }, 'cambio stato', lines)
  return due.length
}
