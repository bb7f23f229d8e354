import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/core/db.ts'
import { activity_log, model_history } from '../../schema/core/system.ts'
import { notifications } from '../../schema/notifications/notifications.ts'
import { pay_batches, pay_documents } from '../../schema/people/payslips.ts'
import { withoutIndexes } from '../bulk-load.ts'

export interface TrailSize {
  changes: number
  notices: number
  /** Each of all users has so many payslips. */
  payslips: number
}
/** One of these texts for the row `n`, the same on every run. */
const one = (texts: readonly string[], turn: number) =>
  sql`(array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[])[1 + (n * ${sql.raw(String(turn))} % ${sql.raw(String(texts.length))})::int]`
/** The kinds of records that change: as the history names them, and as the log of activity does. */
const KINDS = [
  ['station', 'stations'],
  ['price', 'prices'],
  ['customer', 'customers'],
  ['card', 'cards'],
  ['ticket', 'tickets'],
  ['tank', 'tanks'],
  ['expiration', 'expirations'],
] as const
const models = KINDS.map(([model]) => model)
const entities = KINDS.map(([, entity]) => entity)
/** A user of all, the busy ones more often. */
const person = sql`1 + ((n * n) % (select count(*) from users))::int`
/** So many rows, of which the last is the newest: a row every 45 seconds of the years before. */
const past = (at: string, count: number) => sql`${at}::timestamptz - (${count} - n) * interval '45 seconds'`
const rows = (count: number): SQL => sql`generate_series(1, ${count}::bigint) n`

/**
 * What years of work leave behind, for the size of the seed only: changes with their lines of activity, notices, payslips without their PDFs (whoever opens
 * one reads that its file is gone).
 */
export async function insertTrail(db: Db, { changes, notices, payslips }: TrailSize, at: string): Promise<void> {
  await withoutIndexes(db, [model_history, activity_log], async () => {
    await db.execute(sql`
      insert into model_history (model, model_id, event, old, new, user_id, ip, created_at)
      select ${one(models, 5)}, 1 + (n * 31 % 2000)::int, ${one(['updated', 'updated', 'created', 'updated', 'deleted'], 3)},
        jsonb_build_object('note', 'prima ' || n % 97), jsonb_build_object('note', 'dopo ' || n % 89), ${person}, '10.0.' || n % 200 || '.7', ${past(at, changes)}
      from ${rows(changes)}`)
    await db.execute(sql`
      insert into activity_log (user_id, action, entity, entity_id, method, path, ip, user_agent, status, created_at)
      select ${person}, ${one(['modifica', 'creazione', 'modifica', 'eliminazione', 'lettura_file', 'export', 'login'], 3)}, ${one(entities, 5)},
        (1 + n * 31 % 2000)::text, 'PUT', '/api/v1/' || ${one(entities, 5)} || '/' || 1 + n * 31 % 2000, '10.0.' || n % 200 || '.7', 'Chrome', 200, ${past(at, changes)}
      from ${rows(changes)}`)
  })
  await withoutIndexes(db, [notifications], async () => {
    await db.execute(sql`
      insert into notifications (user_id, event, title, text, link, subject_type, subject_id, reasons, read_at, created_at)
      select ${person}, 'ticket_created', 'Nuovo ticket ' || n, 'Punto vendita ' || n % 2500, '/ticket', 'ticket', 1 + n % 2000, array['Segui i ticket.'],
        case when n % 5 > 0 then ${past(at, notices)} end, ${past(at, notices)}
      from ${rows(notices)}`)
  })
  await withoutIndexes(db, [pay_batches, pay_documents], () => insertOldPayslips(db, payslips, at))
}

/** A batch for each month before, a payslip for everybody in each. */
async function insertOldPayslips(db: Db, months: number, at: string) {
  const month = sql`date_trunc('month', ${at}::timestamptz) - (n + 20) * interval '1 month'`
  await db.execute(sql`
    insert into pay_batches (kind, sources, read_at, published_at, created_by, created_at, updated_at)
    select 'paghe', 1, ${month}, ${month}, 1, ${month}, ${month} from ${rows(months)}`)
  await db.execute(sql`
    with slips as (
      select b.id as batch_id, b.published_at as at, u.id as user_id, u."fiscalCode", row_number() over (order by b.id, u.id) as n
      from pay_batches b cross join users u where b.kind = 'paghe' and b.published_at < ${at}::timestamptz - interval '20 months'
    ), kept as (
      insert into files (uuid, owner_type, owner_id, name, extension, mime, size, sha256, "isEncrypted", created_at)
      select md5('cedolino ' || n)::uuid::text, 'pay_document', n, 'cedolino-' || n || '.pdf', 'pdf', 'application/pdf', 2000, md5(n::text), true, at from slips
      returning id, owner_id
    )
    insert into pay_documents (kind, batch_id, user_id, "fiscalCode", year, month, type, source, pages, size, file_id, fingerprint, published_at, told, created_at, updated_at)
    select 'paghe', s.batch_id, s.user_id, s."fiscalCode", extract(year from s.at), extract(month from s.at), 'cedolino', 'LUL.pdf, pag. ' || s.n, 1, 2000, k.id,
      'storico-' || s.n, s.at, true, s.at, s.at
    from slips s join kept k on k.owner_id = s.n`)
}
