import { eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { inspectionTitle, saveInput, startInput, unsentKeys } from '../../../src/contract/inspections/draft.ts'
import {
  RescueCopy,
  RescueDraft,
  RescueItem,
  type RescueLine,
  RescuePhoto,
  RescueRef,
  RescueReply,
  RescueTicket,
  rescue,
} from '../../../src/contract/inspections/rescue.ts'
import { fillPlaceholders, type Json, type RefValues, refValues } from '../../../src/contract/kernel/placeholder.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { offline_pictures } from '../../db/schema/core/offline-pictures.ts'
import { inspection_files } from '../../db/schema/inspections/inspections.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { applyInput, applyWrite, type RowResult, refused, UNREADABLE } from './rescue-apply.ts'
import {
  applyCopy,
  applyNewTicket,
  copyResource,
  isNewTicket,
  isReply,
  offlineCalls,
  reportUnsent,
  stableKey,
  uploadCall,
} from './rescue-kinds.ts'
import { type Unpacked, unpack } from './rescue-zip.ts'

const [create, update] = [offlineCalls.get('inspections.create')!, offlineCalls.get('inspections.update')!]

/** The rows of a table of the export: those that can be read, and a line for each other one. */
function readRows<S extends v.GenericSchema<unknown, { user: number }>>(schema: S, rows: unknown[], user: number) {
  const good: v.InferOutput<S>[] = []
  const bad: RescueLine[] = []
  for (const [at, row] of rows.entries()) {
    const { success, output } = v.safeParse(schema, row)
    if (success && output.user === user) good.push(output)
    else {
      const { id, label } = (row ?? {}) as { id?: unknown; label?: unknown }
      const reason = success ? 'È di un altro utente del dispositivo.' : UNREADABLE
      bad.push({
        id: typeof id === 'string' ? id : `riga ${at + 1}`,
        label: typeof label === 'string' ? label : 'Senza nome',
        result: 'refused',
        reason,
      })
    }
  }
  return { good, bad }
}

async function authorOf(user: number, { db }: Context): Promise<User> {
  const [row] = await db.select().from(users).where(eq(users.id, user))
  if (!row) throw problem.unprocessable("L'autore di questi invii non è un utente di questo server.")
  const { id, name, email, roles, permissions, all_stations } = row
  return { id, name, email, roles, permissions, all_stations, session_id: 0 }
}

interface Import {
  author: User
  context: Context
  /** The server's names for the device's entities, as learned so far. */
  refs: Map<string, RefValues>
  /** Items of the ZIP that the server has. */
  arrived: Set<string>
}
function rememberRefs(refs: Import['refs'], entity: string, { data }: RowResult) {
  const learned = refValues(data)
  if (learned) refs.set(entity, { ...refs.get(entity), ...learned })
}

/** The pictures as they lie in the ZIP, one in memory at a time; then those that should be in it and are not. */
async function importPhotos({ author, context }: Import, rows: RescuePhoto[], unpacked: Unpacked, titles: Map<string, string>) {
  const counts = { imported: 0, present: 0, refused: [] as RescueLine[] }
  const told = ({ id, meta }: RescuePhoto, { result, reason }: RowResult) => {
    if (result !== 'refused') counts[result]++
    else
      counts.refused.push({
        id,
        label: `Foto di «${titles.get(meta.client_uuid ?? meta.record ?? '') ?? 'qualcosa che non è nello ZIP'}»`,
        result,
        reason,
      })
  }
  const waiting = new Map(rows.map((row) => [row.hash, row]))
  for await (const { hash, extension, bytes } of unpacked.photos()) {
    const row = waiting.get(hash)
    if (!row) continue
    waiting.delete(hash)
    if (!bytes) {
      told(row, refused('È danneggiata nello ZIP.'))
      continue
    }
    const name = `${row.id}.${extension}`
    const body = { ...row.meta, sha256: hash, size: String(row.size) }
    const parts = { path: {}, query: {}, body, files: [{ name, bytes }] }
    const upload = uploadCall(row.meta.of)
    told(row, await applyWrite(author, context, upload, row.id, upload.endpoint.path, parts))
  }
  const uuids = [...waiting.values()].flatMap(({ meta }) => meta.uuid ?? [])
  const namedIn = async (table: typeof inspection_files | typeof offline_pictures) =>
    uuids.length ? context.db.select({ uuid: table.uuid }).from(table).where(inArray(table.uuid, uuids)) : []
  const held = [...(await namedIn(inspection_files)), ...(await namedIn(offline_pictures))]
  for (const row of waiting.values()) {
    const here = row.acked || held.some(({ uuid }) => uuid === row.meta.uuid)
    told(row, here ? { result: 'present', reason: null } : refused('Non è nello ZIP: cercarla sul dispositivo.'))
  }
  return counts
}

function applyItem({ author, context, refs }: Import, item: RescueItem): Promise<RowResult> | RowResult {
  const call = offlineCalls.get(item.endpoint)
  if (!call || item.state === 'quarantined') return refused(UNREADABLE)
  const filled = item.sealed === undefined ? fillPlaceholders(item.input as Json, refs) : readSealed(item.sealed)
  if (!filled || 'missing' in filled) return refused("L'elemento da cui questo dipende non è mai arrivato al server.")
  return applyInput(author, context, call, item.id, filled.input)
}
function readSealed(text: string): { input: Json } | undefined {
  try {
    return { input: JSON.parse(text) }
  } catch {
    return undefined
  }
}
/** In the order of the device; what comes after a refused one of its lane waits for it, as it would have there. */
async function importItems(task: Import, items: RescueItem[]) {
  const stopped = new Set<string>()
  const lines: RescueLine[] = []
  for (const item of items.toSorted((a, b) => a.seq - b.seq)) {
    const done = stopped.has(item.lane) ? refused('Viene dopo un invio che non è stato accettato.') : await applyItem(task, item)
    if (done.result === 'refused') for (const stop of [item.lane, item.of ?? item.lane]) stopped.add(stop)
    else task.arrived.add(item.id)
    rememberRefs(task.refs, item.entity, done)
    lines.push({ id: item.id, label: item.label, result: done.result, reason: done.reason })
  }
  return { lines, stopped }
}

/** The part of an open verifica that was in no item yet: it is begun if the server does not know it, then its last changes go over the copy the device knew. */
async function applyDraft({ author, context, refs, arrived }: Import, { writer, data: local }: RescueDraft): Promise<RowResult> {
  const { client_uuid } = local
  let begun: RowResult | undefined
  if (refs.get(client_uuid)?.rev === undefined && local.rev === null) {
    const { model, station } = local
    const input = { client_uuid, model_id: model.id, station_id: station.id, status: 'draft', ...startInput(local) } as unknown as Json
    begun = await applyInput(author, context, create, stableKey(client_uuid, 'create'), input)
    if (begun.result === 'refused') return begun
    rememberRefs(refs, client_uuid, begun)
  }
  const keys = local.queued && arrived.has(local.queued.id) ? local.dirty : unsentKeys(local)
  if (!keys.length && !local.headDirty) return begun ?? { result: 'present', reason: null }
  const rev = Math.max(Number(refs.get(client_uuid)?.rev ?? 0), local.rev ?? 0)
  return applyInput(author, context, update, stableKey(writer, 'update'), {
    id: client_uuid,
    rev,
    ...saveInput(local, keys),
  } as unknown as Json)
}

async function importAll(unpacked: Unpacked, context: Context) {
  const { user, exportedAt, ...rows } = unpacked.file
  const author = await authorOf(user, context)
  const items = readRows(RescueItem, rows.items, user)
  const keyIn = (row: unknown) => (row as { key?: unknown } | null)?.key
  const part = (of: (key: unknown) => boolean) => rows.drafts.filter((row) => of(keyIn(row)))
  const copies = readRows(
    RescueCopy,
    part((key) => !!copyResource(key)),
    user,
  )
  const replies = readRows(RescueReply, part(isReply), user)
  const opening = readRows(RescueTicket, part(isNewTicket), user)
  const drafts = readRows(
    RescueDraft,
    part((key) => !copyResource(key) && !isReply(key) && !isNewTicket(key)),
    user,
  )
  const photos = readRows(RescuePhoto, rows.photos, user)
  const known = readRows(RescueRef, rows.refs, user).good
  const task: Import = { author, context, refs: new Map(known.map(({ entity, values }) => [entity, values])), arrived: new Set() }
  const titles = new Map([
    ...items.good.map(({ entity, label }) => [entity, label] as const),
    ...drafts.good.map(({ data }) => [data.client_uuid, inspectionTitle(data)] as const),
    ...copies.good.map(({ data }) => [data.uuid, data.title] as const),
  ])
  const counts = await importPhotos(task, photos.good, unpacked, titles)
  const { lines, stopped } = await importItems(task, items.good)
  const opened: RescueLine[] = []
  for (const draft of drafts.good) {
    const { client_uuid, status } = draft.data
    const refusedOnes = [...stopped].some((lane) => lane.includes(client_uuid))
    // A closed one is in its completion; where that was refused, its answers go in as those of a draft.
    const done: RowResult = status === 'closing' && !refusedOnes ? { result: 'present', reason: null } : await applyDraft(task, draft)
    opened.push({ id: client_uuid, label: inspectionTitle(draft.data), result: done.result, reason: done.reason })
  }
  for (const copy of copies.good) {
    const { uuid, title } = copy.data
    // Where its creation was refused the copy says the same, and would be refused alike.
    const stuck = [...stopped].some((lane) => lane === copy.key) && copy.data.state === 'confirmed'
    const done = stuck ? refused('Viene dopo un invio che non è stato accettato.') : await applyCopy(author, context, task.refs, copy)
    if (done.result !== 'present') opened.push({ id: uuid, label: title || 'Senza titolo', result: done.result, reason: done.reason })
  }
  for (const ticket of opening.good) {
    const { uuid, values } = ticket.data
    const done = await applyNewTicket(author, context, ticket)
    if (done.result !== 'present')
      opened.push({ id: uuid, label: `Nuovo ticket «${values.subject}»`, result: done.result, reason: done.reason })
  }
  for (const { data } of replies.good) {
    const done = reportUnsent(data.message.trim() ? [data.message] : [], 'inviato')
    if (done.result !== 'present')
      opened.push({ id: data.uuid, label: `Risposta al ticket «${data.subject}»`, result: done.result, reason: done.reason })
  }
  return {
    author: author.name,
    exported_at: exportedAt,
    items: [...lines, ...items.bad],
    drafts: [...opened, ...drafts.bad, ...copies.bad, ...replies.bad, ...opening.bad],
    photos: { ...counts, refused: [...counts.refused, ...photos.bad] },
  }
}

export default implement(rescue, {
  async import({ files }, context) {
    const [zip, second] = files
    if (!zip?.path) throw problem.noFiles()
    if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
    const report = await importAll(await unpack(zip.path), context)
    context.audit({ action: 'importazione', entity: 'rescue', entity_id: null })
    return report
  },
})
