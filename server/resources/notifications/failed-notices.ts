import { and, eq, isNull, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { job_history } from '../../db/schema/core/jobs.ts'
import { RETRIED } from '../../lib/jobs/jobs.ts'
import { claimNotice } from './claim-notice.ts'
import { type NotifyContext, notify } from './notify.ts'

const DAY_H = 24
/** Notifies the person who started a job that it has failed, and the groups that ask for the event. */
export async function notifyJobFailed(id: number, why: string, context: NotifyContext) {
  const [job] = await context.db.select().from(job_history).where(eq(job_history.id, id))
  const people = job?.user_id ? [{ user_id: job.user_id, reason: 'Hai avviato tu l’operazione.' }] : []
  await notify(
    {
      ...{ event: 'job_failed', subject: { type: 'job', id, link: `/storico-job/${id}` }, people },
      mayRead: (person) => allows('super', person) || person.id === job?.user_id,
      ...{ title: `Operazione non riuscita: ${job?.description ?? id}`, text: why },
    },
    context,
  )
}
interface Notice {
  subject: { type: string; id: number; link: string }
  title: string
  text: string
  /** Why a super administrator is told. */
  reason: string
}
/** Notifies all super administrators that the server could not do its work. */
export async function notifyAdmins({ reason, ...notice }: Notice, context: NotifyContext) {
  const admins = await context.db
    .select({ user_id: users.id })
    .from(users)
    .where(and(sql`'superAdmin' = any(${users.roles})`, eq(users.enabled, 1), isNull(users.deleted_at)))
  const people = admins.map((one) => ({ ...one, reason }))
  await notify({ ...notice, event: 'job_failed', mayRead: (person) => allows('super', person), people }, context)
}
/** Notifies super administrators, once a day, of mails, pushes and server tasks that were given up. They can put them back into the queue. */
export async function notifyFailedDeliveries({ db, now, ...context }: NotifyContext): Promise<void> {
  const since = new Date(now.getTime() - DAY_H * 3_600_000).toISOString()
  const queues = sql.join(
    RETRIED.map((name) => sql`${name}`),
    sql`, `,
  )
  const { rows } = (await db.execute(sql`select count(*)::int as failed from pgboss.job
    where name in (${queues}) and state = 'failed' and completed_on > ${since}::timestamptz`)) as unknown as { rows: { failed: number }[] }
  const { failed } = rows[0]!
  if (!failed) return
  await db.transaction(async (tx) => {
    const own = { ...context, now, db: tx as typeof db }
    if (!(await claimNotice(own.db, 'given up', now, DAY_H))) return
    await notifyAdmins(
      {
        subject: { type: 'sending', id: 0, link: '/impostazioni?scheda=invii' },
        title: failed === 1 ? "C'è un invio non riuscito" : `Ci sono ${failed} invii non riusciti`,
        text: 'Email, notifiche o lavori del server non sono riusciti dopo tutti i tentativi: si riprovano da Impostazioni, Invii email.',
        reason: 'Sei super amministratore: gli invii non riusciti si riprovano a mano.',
      },
      own,
    )
  })
}
