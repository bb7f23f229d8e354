import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { JobOutcome } from '../../../../src/contract/kernel/jobs.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Db } from '../../../lib/core/db.ts'
import { cards } from '../../schema/cards/cards.ts'
import { customers } from '../../schema/cards/customers.ts'
import { users } from '../../schema/core/accounts.ts'
import { job_history, job_log, job_rows } from '../../schema/core/jobs.ts'
import { model_history } from '../../schema/core/system.ts'

interface Row {
  label: string
  data: object
  outcome: JobOutcome
  message: string
}
const FAULTS = ['Cliente: il codice 99999 non esiste.', 'Targa: la targa è già su un’altra tessera.', 'Scadenza: indicare una data futura.']

/**
 * Two jobs that the accounting office has run: customers who were deactivated together, which can be undone, and an import of cards in which
 * some lines failed.
 */
export async function insertCardJobs(db: Db, { asOf }: { asOf: string }) {
  const [person] = await db.select({ id: users.id }).from(users).where(sql`${users.email} like 'contabilita@%'`)
  const user_id = person!.id
  async function job(of: { type: string; description: string; day: string; input: object }, rows: Row[]): Promise<number> {
    const at = `${of.day}T09:12:00.000Z`
    const errors = rows.filter(({ outcome }) => outcome === 'errore').length
    const { type, description, input } = of
    const [made] = await db
      .insert(job_history)
      .values({
        ...{ type, description, input, user_id, alone: false, items: rows.length, done: rows.length, errors },
        status: errors ? 'completato_con_errori' : 'completato',
        ...{ created_at: at, started_at: at, ended_at: at },
      })
      .returning({ id: job_history.id })
    await db.insert(job_rows).values(rows.map((row) => ({ ...row, job_id: made!.id, at })))
    await db.insert(job_log).values({ job_id: made!.id, text: `Finito: ${rows.length} righe, ${errors} con errori.`, at })
    return made!.id
  }
  const off = await db
    .select({ id: customers.id, code: customers.code, name: customers.denomination, rev: customers.rev })
    .from(customers)
    .where(and(eq(customers.active, false), isNull(customers.deleted_at)))
    .orderBy(asc(customers.id))
    .limit(8)
  const day = addDays(asOf, -6)
  const made = await job(
    {
      ...{ type: 'disattiva_clienti', description: `Disattiva · Clienti, ${off.length} righe`, day },
      input: { customers: off.map(({ id }) => id) },
    },
    off.map(({ id, code, name }) => ({ label: `${code} · ${name}`, data: { id }, outcome: 'fatto', message: 'Disattivato.' })),
  )
  await db.insert(model_history).values(
    off.map(({ id, rev }) => ({
      ...{ model: 'customer', model_id: id, event: 'status', user_id, batch_id: String(made), created_at: `${day}T09:12:00.000Z` },
      old: { active: true, portal_enabled: false, rev: rev - 1 },
      new: { active: false, portal_enabled: false, rev },
    })),
  )
  const some = await db
    .select({ plate: cards.plate, code: customers.code })
    .from(cards)
    .innerJoin(customers, eq(customers.id, cards.customer_id))
    .where(sql`${cards.plate} is not null`)
    .orderBy(asc(cards.id))
    .limit(12)
  await job(
    { type: 'import_tessere', description: 'Importazione tessere · flotte-novembre.xlsx', day: addDays(asOf, -2), input: {} },
    some.map(({ plate, code }, at) => {
      const fault = at % 5 === 3 ? FAULTS[(at - 3) / 5] : undefined
      const values = { customer_code: String(fault?.startsWith('Cliente') ? 99_999 : code), plate: plate! }
      return {
        ...{ label: `Riga ${at + 2} · ${values.customer_code} · ${plate}`, data: { line: at + 2, values } },
        ...(fault ? { outcome: 'errore' as const, message: fault } : { outcome: 'invariato' as const, message: 'È già così.' }),
      }
    }),
  )
}
