import { and, eq, gt, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { reference } from '../../../src/contract/kernel/fields.ts'
import { model_history } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { type JobContext, jobKind, type RowResult } from '../../lib/jobs/job-kind.ts'
import { recordJob } from '../../lib/jobs/record-job.ts'
import { changeActive, type StateChange } from './customer-state.ts'

const labelOf = ({ code, denomination }: Pick<StateChange, 'code' | 'denomination'>) => `${code} · ${denomination}`
const cardsIn = (count: number) => (count === 1 ? '1 tessera' : `${count} tessere`)
const told = (active: boolean, count: number) =>
  `${active ? 'Attivato' : 'Disattivato'}${count ? `, con ${cardsIn(count)} ${active ? (count === 1 ? 'riattivata' : 'riattivate') : count === 1 ? 'sospesa' : 'sospese'}` : ''}.`

/** Activates or deactivates one customer of a job. */
export async function activeRow(id: number, active: boolean, context: JobContext): Promise<RowResult> {
  const [done] = await changeActive([id], active, context)
  return done ? { outcome: 'fatto', message: told(active, done.cards) } : { outcome: 'invariato', message: 'È già così.' }
}
const kindOf = (active: boolean) =>
  jobKind<{ customers: number[] }, { id: number }>({
    type: active ? 'attiva_clienti' : 'disattiva_clienti',
    name: active ? 'Attivazione clienti' : 'Disattivazione clienti',
    policy: 'cards.write',
    input: v.object({ customers: v.array(reference('Cliente')) }),
    batch: 25,
    many: true,
    undo: true,
    plan: async ({ customers }) => customers.map((id) => ({ label: `n. ${id}`, data: { id } })),
    row: ({ id }, context) => activeRow(id, active, context),
  })
export const activateKind = kindOf(true)
export const deactivateKind = kindOf(false)

/** The documented calls: at most 5,000 customers at once, as one job that can be undone. */
export async function changeMany(ids: number[], active: boolean, context: Context) {
  const describe = (rows: number) => `${active ? 'Attiva' : 'Disattiva'} · Clienti, ${rows === 1 ? '1 riga' : `${rows} righe`}`
  context.audit({ action: 'modifica' })
  const rows = await recordJob(active ? activateKind : deactivateKind, describe, { customers: ids }, context, async (inJob) =>
    (await changeActive(ids, active, inJob)).map((done) => ({ id: done.id, label: labelOf(done), message: told(active, done.cards) })),
  )
  return { updated: rows.length, skipped: new Set(ids).size - rows.length }
}
/** Undoing a change of state is the opposite change, unless somebody has changed the state since. */
export async function undoActive(change: number, id: number, made: { active?: unknown }, context: JobContext): Promise<RowResult> {
  const { model, model_id, event } = model_history
  const since = and(
    eq(model, 'customer'),
    eq(model_id, id),
    inArray(event, ['status', 'restored', 'deleted']),
    gt(model_history.id, change),
  )
  if (await context.db.$count(model_history, since)) throw problem.changedSince()
  const wanted = made.active !== true
  const [done] = await changeActive([id], wanted, context)
  if (!done) throw problem.changedSince()
  return { outcome: 'fatto', message: told(wanted, done.cards) }
}
