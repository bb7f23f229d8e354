import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PayKind } from '../../../../src/contract/people/pay-words.ts'
import { payPeriod, typeOfMonth } from '../../../../src/rules/people/payslips.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Db } from '../../../lib/core/db.ts'
import { type FileStore, sha256 } from '../../../lib/files/files.ts'
import { users } from '../../schema/core/accounts.ts'
import { files } from '../../schema/core/system.ts'
import { pay_batches, pay_documents } from '../../schema/people/payslips.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'
import { certificateLines, inventedPdf, payslipLines } from './invented-pdf.ts'

interface Period {
  year: number
  month: number | null
}
/** The last `count` months before a day, the thirteenth in December, the oldest first. */
function monthsBefore(day: string, count: number): Period[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, at) => new Date(Date.UTC(year, month - 1 - count + at, 1)))
    .map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }))
    .flatMap((one) => (one.month === 12 ? [one, { ...one, month: 13 }] : [one]))
}
/**
 * Payslips of the last 14 months and CUD of three years for everybody with the right, a batch a month; the newest batch waits to be published, with one payslip
 * of somebody unknown. Without a store for the PDFs there is nothing to show.
 */
export async function insertPayslips(db: Db, { seed, asOf }: SeedOptions, at: string, store: FileStore | undefined) {
  if (!store) return
  const people = await db
    .select({ id: users.id, name: users.name, fiscalCode: sql<string>`${users.fiscalCode}` })
    .from(users)
    .where(
      and(isNotNull(users.fiscalCode), isNull(users.deleted_at), eq(users.enabled, 1), sql`'show_payroll' = any(${users.permissions})`),
    )
    .orderBy(asc(users.id))
  const fileRows: (typeof files.$inferInsert)[] = []
  const batches: (typeof pay_batches.$inferInsert)[] = []
  const documents: (typeof pay_documents.$inferInsert)[] = []
  const before = await db.$count(files)
  const year = Number(asOf.slice(0, 4))
  const all: [PayKind, Period][] = [
    ...monthsBefore(asOf, 14).map((period) => ['paghe', period] as [PayKind, Period]),
    ...[year - 2, year - 1, year].map((of) => ['cud', { year: of, month: null }] as [PayKind, Period]),
  ]
  const last = monthsBefore(asOf, 14).at(-1)!
  for (const [kind, period] of all) {
    const open = kind === 'paghe' && period.year === last.year && period.month === last.month
    const when =
      kind === 'cud' ? `${period.year}-03-10` : addDays(`${period.year}-${String(Math.min(period.month!, 12)).padStart(2, '0')}-28`, 8)
    const published = open ? null : `${when}T09:00:00.000Z`
    const batch = batches.length + 1
    const made = open ? `${when}T08:00:00.000Z` : published!
    batches.push({
      id: batch,
      kind,
      sources: 1,
      read_at: made,
      published_at: published,
      created_by: 1,
      created_at: made,
      updated_at: made,
    } as never)
    const unknown = { id: 0, name: 'Persona Sconosciuta', fiscalCode: 'RSSMRA85T10A562S' }
    for (const person of open ? [...people, unknown] : people) {
      const place = documents.length
      const random = stream(seed, 'payslips', place)
      const said = payPeriod(kind, period)
      const net = `${random.int(1_150, 1_980)},${String(random.int(0, 99)).padStart(2, '0')}`
      const bytes = inventedPdf([kind === 'cud' ? certificateLines(person, period.year) : payslipLines(person, said, net)])
      const uuid = uuidOf(seed, 'payslips', place)
      await store.sealed.write(uuid, bytes, new Date(at))
      const source =
        kind === 'cud' ? `CU_massiva_${period.year}.pdf, pag. ${place + 1}` : `LUL_${period.year}_${period.month}.pdf, pag. ${place + 1}`
      fileRows.push({
        ...{ id: before + place + 1, uuid, owner_type: 'pay_document', owner_id: place + 1, name: `documento-${place + 1}.pdf` },
        ...{ extension: 'pdf', mime: 'application/pdf', size: bytes.length, sha256: sha256(bytes), isEncrypted: true, created_at: at },
      } as never)
      documents.push({
        ...{ id: place + 1, kind, batch_id: batch, user_id: person.id || null, fiscalCode: person.fiscalCode, ...period },
        ...{
          type: kind === 'cud' ? 'cedolino' : typeOfMonth(period.month),
          source,
          pages: 1,
          size: bytes.length,
          file_id: before + place + 1,
        },
        ...{
          company: '',
          fingerprint: sha256(bytes),
          problem: person.id ? null : 'sconosciuto',
          published_at: published,
          told: !!published,
        },
        first_downloaded_at: published && random.chance(0.7) ? published : null,
      } as never)
    }
  }
  await insertRows(db, files, fileRows, at)
  await insertRows(db, pay_batches, batches, at)
  await insertRows(db, pay_documents, documents, at)
}
