import { eq } from 'drizzle-orm'
import { evaluate, type InspectionRecord } from '../../src/contract/inspection-rules.ts'
import { inspection_files } from '../db/schema/inspections.ts'
import { files, settings } from '../db/schema/system.ts'
import { dayInRome } from '../domain/rome-time.ts'
import { answersText, type VerbaleInput, verbaleFileName } from '../domain/verbale.ts'
import type { Bytes, Context, Db } from '../lib/context.ts'
import { readFile, sha256 } from '../lib/files.ts'
import { problem } from '../lib/problem.ts'
import type { Whole } from './inspection-read.ts'
import { ncsById } from './inspection-station.ts'
import { versionOf } from './inspection-versions.ts'
import { verbalePdf } from './verbale-pdf.ts'

/** The company at the head of printed documents, from the settings (domain.md 1.9). */
async function company(db: Db): Promise<VerbaleInput['company']> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'company'))
  const { name = 'Piazzale', address = '', piva = null, contacts = null } = (row?.value ?? {}) as Partial<VerbaleInput['company']>
  return { name, address, piva, contacts, logo: null }
}

/** Reads the files of a verifica; null for one that has not arrived or can no longer be read: the page says so in its place. */
async function reader(client_uuid: string, { db, files: store }: Context): Promise<(uuid: string) => Promise<Buffer | null>> {
  const rows = await db
    .select({ uuid: inspection_files.uuid, file: files })
    .from(inspection_files)
    .innerJoin(files, eq(files.id, inspection_files.file_id))
    .where(eq(inspection_files.client_uuid, client_uuid))
  const held = new Map(rows.map(({ uuid, file }) => [uuid, file]))
  return async (uuid) => {
    const file = held.get(uuid)
    return file ? readFile(file, store).catch(() => null) : null
  }
}

/** "Verbale di verifica" (domain.md 3.8); a draft is marked as one, what was only planned has nothing to print. */
export async function inspectionPdf(row: Whole, context: Context): Promise<Bytes> {
  const { db, now } = context
  if (row.model_version === null || !row.context) throw problem.conflict('La verifica non è ancora iniziata.')
  const { definition, version } = await versionOf(db, row.model_id, row.model_version)
  const open = await ncsById(db, row.open_ncs)
  const record: InspectionRecord = { answers: row.answers, signatures: row.signatures, gps: row.gps_start, open }
  const evaluation = evaluate(definition, record, row.context, dayInRome(row.completed_at ? new Date(row.completed_at) : now))
  const number = row.id_number === null ? null : `${row.id_year}/${row.id_number}`
  const { code, name, address, cap, city, province } = row.station_snapshot ?? {}
  const input: VerbaleInput = {
    number,
    draft: row.status !== 'completed' && row.status !== 'approved',
    modelVersion: version,
    rev: row.rev,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    durationSeconds: row.duration_s,
    inspector: row.inspector.name,
    present: row.present,
    gps: row.gps_start,
    notes: row.notes,
    station: {
      code: code ?? row.station.code,
      name: name ?? row.station.name,
      address: `${address ?? ''}, ${cap ?? ''} ${city ?? ''} (${province ?? ''})`,
      manager: null,
      businessName: null,
      piva: null,
    },
    definition,
    record,
    evaluation,
    context: row.context,
    tickets: new Map(),
    company: await company(db),
    sha256: sha256(answersText(record)),
    printedAt: now.toISOString(),
  }
  const bytes = await verbalePdf(input, await reader(row.client_uuid, context))
  return { bytes, mime: 'application/pdf', name: verbaleFileName(number) }
}
