import { sql } from 'drizzle-orm'
import { mails as contract, MAILS_SHOWN, type QueuedMail } from '../../../src/contract/notifications/mails.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { LINK_MAILS } from '../../lib/jobs/deliver.ts'
import { heldSince, releaseSendings } from '../../lib/jobs/held.ts'
import { MAIL_QUEUE, PUSH_QUEUE, RETRIED } from '../../lib/jobs/jobs.ts'
import { queueOf, TASKS, taskNames } from '../../lib/jobs/tasks.ts'

const MAX_ERROR_LENGTH = 300
const taskWords = JSON.stringify(Object.fromEntries(taskNames.map((name) => [queueOf(name), TASKS[name].name])))
const taskQueues = sql.join(
  taskNames.map((name) => sql`${queueOf(name)}`),
  sql`, `,
)
const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
/** Rows of one pg-boss table. Archived jobs are shown too but cannot be tried again. */
const queuedRows = (table: 'job' | 'archive') => sql`
  select id::text, case when name = ${MAIL_QUEUE} then 'mail' when name = ${PUSH_QUEUE} then 'push' else 'task' end as kind,
    case when name = ${MAIL_QUEUE} then coalesce(data->>'to', data->>'email', '')
      when name = ${PUSH_QUEUE} then coalesce((select u.name from notifications n join users u on u.id = n.user_id where n.id = (data->>'id')::bigint), '') else '' end as "to",
    case when name = ${PUSH_QUEUE} then coalesce((select n.title from notifications n where n.id = (data->>'id')::bigint), '')
      when name <> ${MAIL_QUEUE} then (${taskWords}::jsonb ->> name) else coalesce(data->>'subject', case data->>'kind' when 'invitation' then ${LINK_MAILS.invitation.subject} else ${LINK_MAILS.reset.subject} end) end as subject,
    case state::text when 'created' then 'waiting' when 'active' then 'sending' when 'retry' then 'retry'
      when 'completed' then coalesce(output->>'outcome', 'sent') else 'failed' end as state,
    case when started_on is null then 0 else retry_count + 1 end as tries,
    coalesce(output->>'message', output->'value'->>'message') as error, created_on,
    ${iso('created_on')} as created_at, case when state = 'retry' then ${iso('start_after')} end as next_at, ${iso('completed_on')} as done_at,
    (${table === 'job'} and name = ${MAIL_QUEUE} and data->>'kind' = 'mail' and state = 'failed') as correctable
  from ${sql.raw(`pgboss.${table}`)} where name in (${MAIL_QUEUE}, ${PUSH_QUEUE}) or (name in (${taskQueues}) and state in ('retry', 'failed'))`

/** Translates the errors of pg-boss and of push services. All others are shown as the SMTP server has written them, without addresses. */
function errorText(error: string | null): string | null {
  if (error && /unexpected response code/.test(error)) return 'Il servizio di notifiche del dispositivo ha rifiutato il messaggio.'
  if (error && /timeout in active state|execution exceeded/.test(error)) return 'Interrotto: nessuna risposta entro un minuto.'
  return error?.replace(/https?:\/\/\S+/g, '…').slice(0, MAX_ERROR_LENGTH) ?? null
}

export default implement(contract, {
  async list(_, { db, sendsMail }) {
    const { rows } = (await db.execute(sql`
      select * from (${queuedRows('job')} union all ${queuedRows('archive')}) as queued order by created_on desc, id limit ${MAILS_SHOWN}`)) as unknown as {
      rows: QueuedMail[]
    }
    return { sends: sendsMail, held: (await heldSince(db)) ?? null, mails: rows.map((row) => ({ ...row, error: errorText(row.error) })) }
  },
  async release(_, { db }) {
    await releaseSendings(db)
    return { held: null }
  },
  async retry({ id, to }, { db, jobs, audit }) {
    audit({ entity_id: id })
    if (to) {
      const { rows } = (await db.execute(sql`update pgboss.job set data = jsonb_set(data, '{to}', to_jsonb(${to}::text))
        where name = ${MAIL_QUEUE} and id = ${id}::uuid and data->>'kind' = 'mail' and state = 'failed' returning id`)) as unknown as {
        rows: unknown[]
      }
      if (!rows.length) throw problem.unprocessable("Di questa email non si può cambiare l'indirizzo.")
    }
    if (await jobs.retry(db, id)) return { id }
    const { rows } = (await db.execute(
      sql`select 1 from pgboss.job where name in (${sql.join(
        RETRIED.map((name) => sql`${name}`),
        sql`, `,
      )}) and id = ${id}::uuid`,
    )) as unknown as {
      rows: unknown[]
    }
    throw rows.length ? problem.unprocessable('Questa email è già inviata o in corso di invio.') : problem.notFound()
  },
})
