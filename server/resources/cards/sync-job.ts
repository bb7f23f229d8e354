import fs from 'node:fs/promises'
import { and, eq, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { type HostName, hosts } from '../../../src/contract/cards/sync.ts'
import { cleanInput } from '../../../src/contract/kernel/clean-text.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { sync_files } from '../../db/schema/cards/sync.ts'
import { type HostFile, isClosed, isCutOff, isHead } from '../../domain/cards/host-files.ts'
import { Problem, problem } from '../../lib/core/problem.ts'
import { sha256 } from '../../lib/files/files.ts'
import { readSheet } from '../../lib/files/spreadsheet.ts'
import type { DropFolder } from '../../lib/jobs/drop-folder.ts'
import { type AnyJobKind, type JobContext, type JobDeps, jobKind, type PlannedRow, type RowResult } from '../../lib/jobs/job-kind.ts'
import { folderOf } from './hosts.ts'
import { type Piece, piecesOf, queueForIcad, writePiece } from './sync-export.ts'
import { type Lines, type Taken, takeCustomers, takePoints, takeStates } from './sync-import.ts'

const MOST_LINES = 200_000
/** A file whose last line is not closed is waited for so long since it was last written to: its writer may only be slow. */
const UNCLOSED_MS = 10 * 60_000
/** Lines of a file in one row of the job: other requests are served between two rows. */
const LINES = 250
const input = v.object({
  /** What is written: nothing where it is empty. */
  export: v.array(v.picklist(['customer', 'card'])),
  number: v.optional(v.nullable(v.string())),
  type: v.optional(v.nullable(v.string())),
  code: v.optional(v.nullable(v.number())),
  from: v.optional(v.number()),
  to: v.optional(v.number()),
})
type Input = v.InferOutput<typeof input>
/** The kinds of files a host gives, by the beginning of their names. */
const incoming: Record<HostName, readonly (readonly [RegExp, HostFile])[]> = {
  icad: [
    [/^clienti_.*\.csv$/i, 'customers'],
    [/^stato_tessere_.*\.csv$/i, 'states'],
  ],
  siv: [[/.*\.csv$/i, 'customers']],
  infopoint: [[/^punti_.*\.csv$/i, 'points']],
}
interface File {
  name: string
  sha: string
  kind: HostFile
  lines?: string[][]
  /** Why it cannot be read. */
  error?: string
  /** It may still be written to. */
  open?: true
}
type Part =
  | Piece
  | ({ part: 'lines'; kind: HostFile } & Lines)
  | { part: 'close'; name: string; sha: string; well: boolean; said: string }
  | { part: 'open' }
  | { part: 'none' }

/** The finished files that wait, read outside of a transaction. */
async function filesOf(host: HostName, { db, dropDir, now }: JobDeps): Promise<File[]> {
  const folder = await folderOf(host, { db, dropDir })
  if (!folder) throw problem.off(hosts[host])
  const files: File[] = []
  for (const [form, kind] of incoming[host])
    for (const name of await folder.waiting(form, now().getTime())) files.push(await readOne(folder, name, kind, now().getTime()))
  return files
}
async function readOne(folder: DropFolder, name: string, kind: HostFile, now: number): Promise<File> {
  const path = folder.pathOf(name)
  const bytes = await fs.readFile(path)
  const sha = sha256(bytes)
  const tail = bytes.subarray(-2_000).toString('latin1')
  if (!isClosed(tail) && now - (await fs.stat(path)).mtimeMs < UNCLOSED_MS) return { name, sha, kind, open: true }
  if (isCutOff(kind, tail)) return { name, sha, kind, error: 'Il file è incompleto: l’ultima riga è troncata.' }
  try {
    const lines = await readSheet({ name, path, bytes: Buffer.alloc(0) }, MOST_LINES, 'job')
    if (!isHead(kind, lines[0])) return { name, sha, kind, error: 'L’intestazione non è quella prevista.' }
    return { name, sha, kind, lines: cleanInput(lines.slice(1)) }
  } catch (error) {
    if (error instanceof Problem) return { name, sha, kind, error: error.message }
    throw error
  }
}
const onlyOf = (entity: 'customer' | 'card', { code, number, type }: Input): SQL | undefined =>
  entity === 'customer'
    ? code
      ? eq(customers.code, code)
      : undefined
    : number || type
      ? and(number ? eq(cards.number, number) : undefined, type ? eq(cards.type, type as never) : undefined)
      : undefined

async function plan(host: HostName, given: Input, { db, now }: JobContext, files: File[]): Promise<PlannedRow<Part>[]> {
  const rows: PlannedRow<Part>[] = []
  for (const entity of given.export) {
    await queueForIcad(db, entity, onlyOf(entity, given), now)
    const name = entity === 'customer' ? 'Clienti' : 'Tessere'
    for (const piece of await piecesOf(db, entity)) rows.push({ label: `${name} da inviare, file ${piece.at + 1}`, data: piece })
  }
  for (const { name, sha, kind, lines, error, open } of files) {
    if (open) {
      rows.push({ label: `${name}: in attesa`, data: { part: 'open' } })
      continue
    }
    const close = (well: boolean, said: string) =>
      rows.push({ label: `${name}: archiviazione`, data: { part: 'close', name, sha, well, said } })
    if (error) close(false, error)
    else if (await db.$count(sync_files, and(eq(sync_files.host, host), eq(sync_files.sha256, sha))))
      close(true, 'Già importato: nessuna modifica.')
    else {
      for (let at = 0; at < lines!.length; at += LINES) {
        const piece = lines!.slice(at, at + LINES)
        const label = `${name}, righe ${at + 2}–${at + 1 + piece.length}`
        rows.push({ label, data: { part: 'lines', kind, file: name, first: at + 2, lines: piece } })
      }
      close(true, `Importato: ${howMany(lines!.length, 'riga', 'righe')}.`)
    }
  }
  return rows.length ? rows : [{ label: 'Nessun dato da scambiare', data: { part: 'none' } }]
}
const told = ({ updated, same, errors }: Taken): RowResult => ({
  outcome: updated ? 'fatto' : 'invariato',
  message: `${updated} aggiornate, ${same} invariate, ${errors.length} con errori.`,
  more: errors,
})
const takers: Record<HostFile, ((lines: Lines, host: HostName, given: Input, context: JobContext) => Promise<Taken>) | undefined> = {
  customers: (lines, host, { from, to }, context) =>
    takeCustomers(lines, host, from === undefined || to === undefined ? undefined : { from, to }, context),
  states: (lines, _, __, context) => takeStates(lines, context),
  points: (lines, _, __, context) => takePoints(lines, context),
  cards: undefined,
}
/** One run of the exchange with a host by files. */
const exchange = (host: HostName): AnyJobKind =>
  jobKind<Input, Part>({
    type: `sync_${host}`,
    name: `Sincronizzazione ${hosts[host]}`,
    policy: host === 'infopoint' ? 'settings' : 'cards.write',
    input,
    batch: 1,
    before: (_, deps) => filesOf(host, deps),
    plan: (given, context, files: File[]) => plan(host, given, context, files),
    async row(part, context, given) {
      if (part.part === 'none') return { outcome: 'invariato', message: 'Nulla da inviare e nessun file da leggere.' }
      if (part.part === 'open') return { outcome: 'invariato', message: 'L’ultima riga non è chiusa: il file resta finché è intero.' }
      if (part.part === 'lines') return told(await takers[part.kind]!(part, host, given, context))
      const folder = await folderOf(host, { db: context.db, dropDir: context.deps.dropDir })
      if (!folder) throw problem.off(hosts[host])
      if (part.part === 'export') {
        const { name, rows } = await writePiece(part, folder, context)
        return { outcome: 'fatto', message: `${howMany(rows, 'riga', 'righe')} in ${name}.` }
      }
      // What was written to it since would be moved away unread.
      const grown = await fs.readFile(folder.pathOf(part.name)).then(
        (bytes) => sha256(bytes) !== part.sha,
        () => false,
      )
      if (grown) return { outcome: 'invariato', message: 'Il file è cambiato dopo la lettura: resta per la prossima.' }
      if (part.well)
        await context.db
          .insert(sync_files)
          .values({ host, name: part.name, sha256: part.sha, job_id: context.job, at: context.now.toISOString() })
          .onConflictDoNothing()
      await folder.close([part.name], part.well, part.said, context.now)
      if (!part.well) throw problem.unprocessable(part.said)
      return { outcome: 'fatto', message: part.said }
    },
  })
export const syncKinds: Record<HostName, AnyJobKind> = { icad: exchange('icad'), siv: exchange('siv'), infopoint: exchange('infopoint') }
export const waitingFor = (folder: DropFolder, host: HostName, now: Date) =>
  Promise.all(incoming[host].map(([form]) => folder.waiting(form, now.getTime()))).then((all) => all.flat().length)
