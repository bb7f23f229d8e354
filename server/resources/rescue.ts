import { eq } from 'drizzle-orm'
import { API_BASE } from '../../src/contract/constants.ts'
import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import { fill, type Json, type RefValues, refValues } from '../../src/contract/placeholder.ts'
import { allows } from '../../src/contract/policies.ts'
import { cleanBody, fillPath } from '../../src/contract/request.ts'
import { type RescueFile, type RescueItem, type RescueLine, type RescuePhoto, rescue } from '../../src/contract/rescue.ts'
import { users } from '../db/schema/people.ts'
import { emptyTrail, historyRow, writeTrail } from '../lib/audit.ts'
import type { Context, User } from '../lib/context.ts'
import { wrap } from '../lib/envelope.ts'
import { sha256 } from '../lib/files.ts'
import { type Answer, fingerprint, once } from '../lib/idempotency.ts'
import { keyStore } from '../lib/idempotent.ts'
import type { AnyHandler } from '../lib/implement.ts'
import { implement } from '../lib/implement.ts'
import { type Parts, validate } from '../lib/input.ts'
import { Problem, problem } from '../lib/problem.ts'
import inspectionFiles from './inspection-files.ts'
import inspections from './inspections.ts'
import { type Unpacked, unpack } from './rescue-zip.ts'

interface Call {
  endpoint: Endpoint & Named
  handler: AnyHandler
}
/** What devices queue: the calls that the contract marks as fit for it. */
const calls = new Map<string, Call>(
  [inspections].flatMap(({ endpoints, handlers }) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => endpoint.offline)
      .map(([key, endpoint]) => [endpoint.name, { endpoint, handler: handlers[key]! }] as const),
  ),
)
const upload: Call = { endpoint: inspectionFiles.endpoints.upload!, handler: inspectionFiles.handlers.upload! }

/** A keyed write of somebody who is not here, with the same fingerprint as if their device had sent it: what arrived once is only repeated. */
async function apply(author: User, context: Context, { endpoint, handler }: Call, key: string, url: string, parts: Parts, body: unknown) {
  const { db } = context
  let trail = emptyTrail()
  const as: Context = {
    ...context,
    user: author,
    header: () => undefined,
    setHeader: () => undefined,
    status: () => undefined,
    audit: () => undefined,
    history: async (...change) => void trail.history.push(historyRow(as, ...change)),
  }
  if (!allows(endpoint.policy, author)) throw problem.forbidden()
  const work = async (): Promise<Answer> => ({
    status: endpoint.success[0]!,
    body: wrap(endpoint, await handler(validate(endpoint, parts), as)),
  })
  return once(
    keyStore(
      db,
      (savepoint) => {
        as.db = savepoint
      },
      async (user, key, answer) => void (await writeTrail(db, trail, { user, key, answer })),
    ),
    { user: author.id, key, fingerprint: fingerprint(endpoint.method, API_BASE + url, body) },
    work,
    (error) => {
      if (!(error instanceof Problem)) return undefined
      trail = emptyTrail()
      return { status: error.status, body: error.body(context.requestId) }
    },
  )
}
type Result = { result: RescueLine['result']; reason: string | null; data?: Json }
async function resultOf(work: () => ReturnType<typeof apply>): Promise<Result> {
  try {
    const { status, body, replayed } = await work()
    if (status < 400)
      return { result: replayed ? 'present' : 'imported', reason: null, data: (body as { data?: Json } | null)?.data ?? null }
    return { result: 'refused', reason: (body as { message: string }).message }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { result: 'refused', reason: error.message }
  }
}
const refused = (reason: string): Result => ({ result: 'refused', reason })

function applyPhoto(author: User, context: Context, photo: RescuePhoto, { extension, bytes }: { extension: string; bytes: Buffer }) {
  const name = `${photo.id}.${extension}`
  const body = { ...photo.meta, sha256: photo.hash, size: String(photo.size) }
  const parts = { path: {}, query: {}, body, files: [{ name, bytes }] }
  return resultOf(() => apply(author, context, upload, photo.id, upload.endpoint.path, parts, [body, [[name, sha256(bytes)]]]))
}
function applyItem(author: User, context: Context, item: RescueItem, refs: ReadonlyMap<string, RefValues>): Promise<Result> | Result {
  const call = calls.get(item.endpoint)
  if (!call || item.state === 'quarantined') return refused('Non è un invio che si possa leggere.')
  const filled = item.sealed === undefined ? fill(item.input as Json, refs) : sealed(item.sealed)
  if (!filled || 'missing' in filled) return refused("L'elemento da cui questo dipende non è mai arrivato al server.")
  const { input } = filled
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refused('Non è un invio che si possa leggere.')
  const { path, rest } = fillPath(call.endpoint.path, input)
  const names = [...call.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const body = cleanBody(call.endpoint, rest)
  const parts = { path: Object.fromEntries(names.map((name) => [name, String(input[name])])), query: {}, body }
  return resultOf(() => apply(author, context, call, item.id, path, parts, body))
}
function sealed(text: string): { input: Json } | undefined {
  try {
    return { input: JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function authorOf({ user }: RescueFile, { db }: Context): Promise<User> {
  const [row] = await db.select().from(users).where(eq(users.id, user))
  if (!row) throw problem.unprocessable("L'autore di questi invii non è un utente di questo server.")
  const { id, name, email, roles, permissions, all_stations } = row
  return { id, name, email, roles, permissions, all_stations, session_id: 0 }
}

/** Photos first, then items in the order of the device; what comes after a refused one of its lane waits for it, as it would have on the device. */
async function importAll({ file, photos }: Unpacked, context: Context) {
  const author = await authorOf(file, context)
  const counts = { imported: 0, present: 0, refused: 0 }
  const unusable = new Map<string, string>()
  for (const photo of file.photos) {
    const found = photos.get(photo.hash)
    if (!found) continue
    const { result, reason } = await applyPhoto(author, context, photo, found)
    counts[result]++
    if (result === 'refused') unusable.set(photo.hash, reason ?? '')
  }
  const refs = new Map<string, RefValues>(file.refs.map(({ entity, values }) => [entity, values]))
  const stopped = new Set<string>()
  const lines: RescueLine[] = []
  for (const item of [...file.items].sort((a, b) => a.seq - b.seq || a.sub - b.sub)) {
    const bad = item.photos.find((hash) => unusable.has(hash))
    const { result, reason, data } = stopped.has(item.lane)
      ? refused('Viene dopo un invio che non è stato accettato.')
      : bad
        ? refused(`Una foto non è stata accettata: ${unusable.get(bad)}`)
        : await applyItem(author, context, item, refs)
    if (result === 'refused') stopped.add(item.lane)
    const learned = refValues(data)
    if (learned) refs.set(item.entity, { ...refs.get(item.entity), ...learned })
    lines.push({ id: item.id, label: item.label, result, reason })
  }
  return { author: author.name, exported_at: file.exportedAt, items: lines, photos: counts, drafts: file.drafts.length }
}

export default implement(rescue, {
  async import({ files }, context) {
    const [zip, second] = files
    if (!zip) throw problem.noFiles()
    if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
    const report = await importAll(unpack(zip.bytes), context)
    context.audit({ action: 'importazione', entity: 'rescue', entity_id: null })
    return report
  },
})
