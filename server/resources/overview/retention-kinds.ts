import { and, eq, inArray, isNotNull, isNull, like, lt, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import type { RetainedKind } from '../../../src/contract/overview/retention.ts'
import type { PayKind } from '../../../src/contract/people/pay-words.ts'
import { customer_logs } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { activity_log, files, model_history } from '../../db/schema/core/system.ts'
import { gpl_card_requests } from '../../db/schema/gpl/gpl.ts'
import { notifications } from '../../db/schema/notifications/notifications.ts'
import { pay_documents } from '../../db/schema/people/payslips.ts'
import type { Db } from '../../lib/core/db.ts'
import { dropUnused } from '../people/pay-import.ts'
import { forgetCustomer, forgettable } from './forget-customers.ts'
import type { Border } from './retention-border.ts'

type Table =
  | typeof activity_log
  | typeof model_history
  | typeof customer_logs
  | typeof notifications
  | typeof pay_documents
  | typeof customers
  | typeof gpl_card_requests
/** A kind of records that go after a time. The dry run counts, and the task removes, by the same condition. */
interface Kind {
  table: Table
  over(border: Border): SQL
  /** Removes these rows, which are locked. */
  remove(db: Db, ids: number[], now: Date): Promise<unknown>
  /** Rows of one transaction: other requests wait for as many. */
  piece: number
}
const plain = <T extends Table>(table: T, over: Kind['over']): Kind => ({
  ...{ table, over, piece: 2_000 },
  remove: (db, ids) => db.delete(table as typeof activity_log).where(inArray((table as typeof activity_log).id, ids)),
})
/** Changes of what books and contracts rest upon. */
const FISCAL: HistoryModel[] = [
  ...(['customer', 'card', 'coupon', 'coupon_order', 'ecommerce_order', 'cash_fund', 'management'] as const),
  ...(['management_obligation', 'remuneration', 'pay_batch'] as const),
]
/** A document counts from the end of its month, or year. What is not published yet is somebody's work. */
const payOver = (kind: PayKind, { before }: Border) =>
  and(
    ...[eq(pay_documents.kind, kind), isNotNull(pay_documents.published_at), isNotNull(pay_documents.year)],
    sql`make_date(${pay_documents.year}, coalesce(${pay_documents.month}, 12), 1) + interval '1 month' <= ${before}::date`,
  )!
const pay = (kind: PayKind): Kind => ({
  ...{ table: pay_documents, piece: 200 },
  over: (border) => payOver(kind, border),
  async remove(db, ids) {
    const gone = await db.delete(pay_documents).where(inArray(pay_documents.id, ids)).returning({ file: pay_documents.file_id })
    await dropUnused(
      db,
      gone.map(({ file }) => file),
    )
  },
})

export const retentionKinds: Readonly<Record<RetainedKind, Kind>> = {
  activity: plain(activity_log, ({ midnight }) => lt(activity_log.created_at, midnight)),
  history: plain(
    model_history,
    ({ midnight, fiscal }) =>
      and(lt(model_history.created_at, midnight), or(notInArray(model_history.model, FISCAL), lt(model_history.created_at, fiscal)))!,
  ),
  // What proves an erasure, and on what ground something stayed, is needed for as long as anybody may ask.
  customer_logs: plain(
    customer_logs,
    ({ midnight }) =>
      and(lt(customer_logs.created_at, midnight), not(like(sql`coalesce(${customer_logs.detail} ->> 'reason', '')`, 'Dati cancellati.%')))!,
  ),
  notifications: plain(notifications, ({ midnight }) => and(lt(notifications.created_at, midnight), isNull(notifications.held_until))!),
  payrolls: pay('paghe'),
  cuds: pay('cud'),
  customers: {
    ...{ table: customers, piece: 50 },
    over: ({ midnight }) => forgettable(midnight),
    async remove(db, ids, now) {
      for (const id of ids) await forgetCustomer(db, id, now)
    },
  },
  gpl_requests: {
    ...{ table: gpl_card_requests, piece: 200 },
    over: ({ midnight }) => and(eq(gpl_card_requests.status, 'REJECTED'), lt(gpl_card_requests.updated_at, midnight))!,
    async remove(db, ids) {
      await db.delete(files).where(and(eq(files.owner_type, 'gpl_card_request'), inArray(files.owner_id, ids)))
      // Its history holds the person's data; nothing rests upon a request that came to nothing.
      await db.delete(model_history).where(and(eq(model_history.model, 'gpl_card_request'), inArray(model_history.model_id, ids)))
      await db.delete(gpl_card_requests).where(inArray(gpl_card_requests.id, ids))
    },
  },
}
