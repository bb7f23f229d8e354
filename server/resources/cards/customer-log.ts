import type { CustomerLogAction } from '../../../src/contract/cards/words.ts'
import { customer_logs } from '../../db/schema/cards/cards.ts'
import type { Context } from '../../lib/core/context.ts'

/** Who does it: a request, with its address, or a job. */
export type LogContext = Pick<Context, 'db' | 'user' | 'now'> & { ip?: string | undefined; job?: number | undefined }
export interface LogEntry {
  customer_id: number | null
  card_id?: number | null
  detail?: Record<string, unknown>
}

/** Writes what was done with customers or cards to the log of operations ("Log Operaz. Clienti"), in the transaction of the write. */
export async function logCustomers({ db, user, now, ip, job }: LogContext, action: CustomerLogAction, entries: readonly LogEntry[]) {
  const common = {
    action,
    user_id: user.id || null,
    ip: ip || null,
    batch_id: job === undefined ? null : String(job),
    created_at: now.toISOString(),
  }
  for (let from = 0; from < entries.length; from += 1_000)
    await db.insert(customer_logs).values(entries.slice(from, from + 1_000).map((entry) => ({ ...entry, ...common })))
}

const WITHOUT = ['rev', 'updated_at', 'updated_by']
/** The fields that differ, before and after, as the log keeps them. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter(
    (name) => !WITHOUT.includes(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  const part = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name] ?? null]))
  return { before: part(before), after: part(after) }
}
