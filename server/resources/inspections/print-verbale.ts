import { and, eq, inArray, or } from 'drizzle-orm'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import type { InspectionRecord } from '../../../src/rules/inspections/record.ts'
import { files } from '../../db/schema/core/system.ts'
import { inspection_files, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { answersText, type VerbaleInput } from '../../domain/inspections/verbale.ts'
import type { Resolutions } from '../../domain/inspections/verbale-photos.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { logoOf, readCompany } from '../../lib/core/company.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { readFile, sha256 } from '../../lib/files/files.ts'
import { managerNames, runningManagement } from '../stations/managers.ts'
import type { FullInspection } from './read.ts'
import { ncsById, ncTicket } from './station-context.ts'
import { verbalePdf } from './verbale-pdf.ts'
import { versionOf } from './versions.ts'

/** "2026/113", by answer key. */
async function ticketsOf(db: Db, inspection_id: number): Promise<Map<string, string>> {
  const rows = await db
    .select({ question_key: non_conformities.question_key, block: non_conformities.block, ticket: ncTicket })
    .from(non_conformities)
    .where(eq(non_conformities.inspection_id, inspection_id))
  return new Map(
    rows.flatMap(({ question_key, block, ticket }) =>
      ticket ? [[block ? `${question_key}#${block}` : question_key, `${ticket.id_year}/${ticket.id_number}`] as const] : [],
    ),
  )
}
export type Printing = Pick<Context, 'db' | 'now' | 'files'>
const LOGO = 'logo'

/** How the non-conformities of the verifica were solved so far. */
async function resolutionsOf(db: Db, inspection_id: number): Promise<Resolutions> {
  const rows = await db
    .select()
    .from(non_conformities)
    .where(and(eq(non_conformities.inspection_id, inspection_id), inArray(non_conformities.status, ['resolved', 'verified'])))
  return new Map(
    rows.map(({ question_key, block, resolved_at, resolution_note, resolution_photos }) => [
      block ? `${question_key}#${block}` : question_key,
      { at: resolved_at, note: resolution_note, photos: resolution_photos },
    ]),
  )
}

/** Reads the files of a verifica and `others`; null for one that has not arrived or can no longer be read: the page says so in its place. */
async function fileReader(client_uuid: string, others: string[], { db, files: store }: Printing) {
  const rows = await db
    .select({ uuid: inspection_files.uuid, file: files })
    .from(inspection_files)
    .innerJoin(files, eq(files.id, inspection_files.file_id))
    .where(or(eq(inspection_files.client_uuid, client_uuid), others.length ? inArray(inspection_files.uuid, others) : undefined))
  const held = new Map(rows.map(({ uuid, file }) => [uuid, file]))
  const logo = await logoOf(db)
  if (logo) held.set(LOGO, logo)
  const read = async (uuid: string) => {
    const file = held.get(uuid)
    return file ? readFile(file, store).catch(() => null) : null
  }
  return { read, logo: logo ? LOGO : null }
}

/** "2026/45"; null while it has no number. */
export const printedNumber = ({ id_year, id_number }: Pick<FullInspection, 'id_year' | 'id_number'>) =>
  id_number === null ? null : `${id_year}/${id_number}`

/** Who ran the station at the start, with the company of the contract. Verifiche begun before these were kept have today's. */
async function runBy(db: Db, { station_id, station_snapshot }: Pick<FullInspection, 'station_id' | 'station_snapshot'>) {
  const { manager: kept, businessName, piva } = station_snapshot ?? {}
  const manager = kept === undefined ? await managerNames(db, station_id) : kept
  if (businessName !== undefined) return { manager, businessName, piva: piva ?? null }
  const running = await runningManagement(db, station_id)
  // The company of a successor is not that of the manager who was there.
  const same = running?.name === manager ? running : undefined
  return { manager, businessName: same?.businessName ?? null, piva: same?.piva ?? null }
}

/** Prints the "Verbale di verifica" (docs/spec/inspections.md#pdf) as of now; a draft is marked as one, what was only planned has nothing to print. */
export async function printVerbale(row: FullInspection, printing: Printing): Promise<Buffer> {
  const { db, now } = printing
  if (row.model_version === null || !row.context) throw problem.conflict('La verifica non è ancora iniziata.')
  const { definition, version } = await versionOf(db, row.model_id, row.model_version)
  const open = await ncsById(db, row.open_ncs)
  const record: InspectionRecord = { answers: row.answers, signatures: row.signatures, gps: row.gps_start, open }
  const evaluation = evaluate(definition, record, row.context, dayInRome(row.completed_at ? new Date(row.completed_at) : now))
  const { code, name, address, cap, city, province } = row.station_snapshot ?? {}
  const { read, logo } = await fileReader(
    row.client_uuid,
    open.flatMap((nc) => nc.resolution_photos ?? []),
    printing,
  )
  const input: VerbaleInput = {
    number: printedNumber(row),
    draft: row.status !== 'completed' && row.status !== 'approved',
    modelVersion: version,
    rev: row.rev,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    durationSeconds: row.duration_s,
    inspector: row.inspector.name,
    present: row.present,
    gps: row.gps_start,
    gpsEnd: row.gps_end,
    notes: row.notes,
    station: {
      code: code ?? row.station.code,
      name: name ?? row.station.name,
      address: `${address ?? ''}, ${cap ?? ''} ${city ?? ''} (${province ?? ''})`,
      ...(await runBy(db, row)),
    },
    definition,
    record,
    evaluation,
    context: row.context,
    resolutions: await resolutionsOf(db, row.id),
    tickets: await ticketsOf(db, row.id),
    company: { ...(await readCompany(db)).company, logo },
    sha256: sha256(answersText(record)),
    printedAt: now.toISOString(),
  }
  return verbalePdf(input, read)
}
