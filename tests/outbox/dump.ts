import { createHash } from 'node:crypto'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createOutbox } from '../../src/outbox/outbox.ts'
import { ref } from '../../src/outbox/seal.ts'
import { openStore } from '../../src/outbox/store.ts'
import type { CallRequest, NewPhoto, Reply, Session, UploadRequest, World } from '../../src/outbox/types.ts'

/**
 * Writes the database of a device in the middle of everything, as the engine of this very working copy leaves it: one item of each state,
 * photos sent and unsent, drafts, two people. Run before a format changes and for each release (`npx tsx tests/outbox/dump.ts > tests/outbox/fixtures/VERSION.json`):
 * `versions.test.ts` opens each fixture with the code of the day.
 */
/** Both persons' key, as `DEVICE_KEY` of the test. */
const KEY = new Uint8Array(32).fill(7)

const [ROSSI, VERDI] = [7, 8]
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
function photo(text: string): NewPhoto {
  const bytes = new TextEncoder().encode(text).buffer as ArrayBuffer
  return { hash: sha256(bytes), bytes, type: 'image/jpeg', meta: { extension: 'jpg' } }
}
const reply = (status: number, body: object, key?: string): Reply => ({
  status,
  headers: { get: (name) => (name === 'idempotency-key' ? (key ?? null) : null) },
  body: JSON.stringify(body),
})

/** The server's answer, chosen by the name in the body; no answer to an unknown name. */
function answer(request: CallRequest | UploadRequest): Promise<Reply | undefined> {
  const key = request.headers['Idempotency-Key']!
  if ('photo' in request)
    return Promise.resolve(request.photo.hash === sent.hash ? reply(201, { data: { sha256: sent.hash } }, key) : undefined)
  const { name } = request.input as { name: string }
  if (name === 'arrived') return Promise.resolve(reply(201, { data: { id: 41, rev: 1 } }, key))
  if (name === 'refused') return Promise.resolve(reply(422, { error: 'La stazione non esiste.' }, key))
  if (name === 'beaten') return Promise.resolve(reply(409, { error: 'Modificato da un altro utente.', data: { id: 90, rev: 5 } }, key))
  if (name === 'signed out') return Promise.resolve(reply(401, { error: 'Sessione scaduta.' }))
  if (name === 'busy') return Promise.resolve(reply(503, { error: 'Manutenzione.' }))
  return new Promise(() => {})
}

const [sent, unsent, drafted] = [photo('sent'), photo('unsent'), photo('drafted')]
let uuids = 0
let who: Session = { user: VERDI, name: 'L. Verdi', stamp: 's1' }
const world: World = {
  store: openStore('dump', () => KEY),
  call: answer,
  upload: answer,
  lock: (run) => run(),
  clock: { now: () => 0, wall: () => 1_790_000_000_000 },
  random: () => 0.5,
  uuid: () => `00000000-0000-4000-8000-${(++uuids).toString(16).padStart(12, '0')}`,
  sha256: async (bytes) => sha256(bytes),
  session: () => who,
  schema: { version: 1, steps: {} },
}
const outbox = createOutbox(world)
const save = (entity: string, name: string, more: Partial<Parameters<typeof outbox.put>[0]> = {}) =>
  outbox.put({ entity, lane: `inspection:${entity}`, endpoint: 'inspections.create', input: { name }, label: name, ...more })
const change = (name: string) => ({ endpoint: 'inspections.update', input: { name, id: ref(name, 'id'), rev: ref(name, 'rev', 1) } })

await save('v1', 'signed out')
await outbox.saveDraft({ key: 'verifica', data: { note: 'di Verdi' }, revision: 0 })
await outbox.wake('put')

who = { user: ROSSI, name: 'M. Rossi', stamp: 's2' }
await save('r1', 'arrived')
await save('r1', 'with photos', { photos: [sent, unsent], input: { name: 'with photos', id: ref('r1', 'id'), rev: ref('r1', 'rev', 1) } })
await save('r2', 'busy')
await save('r2', 'behind', { ...change('r2') })
await save('r3', 'refused')
await save('r4', 'beaten')
await outbox.saveDraft({ key: 'verifica', data: { note: 'di Rossi' }, photos: [drafted], revision: 0 })
await outbox.wake('put')
// This drain never ends: the tab is killed while it waits for an answer.
const open = await save('r5', 'killed')
await save('r6', 'depends', { lane: 'remarks', dependsOn: [open.id] })
void outbox.wake('put')
for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))

const db = await new Dexie('dump').open()
const tables = Object.fromEntries(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const)))
const stores = Object.fromEntries(
  db.tables.map(({ name, schema }) => [name, [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', ')]),
)
const plain = (_: string, value: unknown) => {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value
}
console.log(JSON.stringify({ version: db.verno, stores, tables }, plain, 1))
process.exit(0)
