import { createHash } from 'node:crypto'
import { createOutbox } from '../../src/outbox/outbox.ts'
import type { PutRequest } from '../../src/outbox/put.ts'
import type { CallRequest, Item, Reply, Session, Tables, UploadRequest, World } from '../../src/outbox/types.ts'
import { createMemoryDb, type Probe } from './memory-store.ts'

/** A small world for direct tests: a memory database, replies as the test says, a clock that stands still until told. */

const CALM: Probe = {
  enter: () => undefined,
  point: () => undefined,
  write: () => undefined,
  commit: () => undefined,
  exit: () => undefined,
  reopen: async () => undefined,
}

export type Answering = (request: CallRequest | UploadRequest) => Reply | undefined | Promise<Reply | undefined>

/** A reply of the server; `recorded` puts the receipt header on it. */
export function reply(status: number, body: unknown, key?: string, headers: Record<string, string> = {}): Reply {
  const all: Record<string, string> = key ? { ...headers, 'idempotency-key': key } : headers
  return {
    status,
    headers: { get: (name) => all[name.toLowerCase()] ?? null },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

export const keyOfRequest = (request: CallRequest | UploadRequest) => request.headers['Idempotency-Key']!

/** The answer of a healthy server: a receipt, and for a photo its hash. */
export const accepted: Answering = (request) =>
  reply(201, { data: 'photo' in request ? { sha256: request.photo.hash } : { id: 5, rev: 1 } }, keyOfRequest(request))

export function fakeWorld(db = createMemoryDb(), probe: Partial<Probe> = {}) {
  const sent: (CallRequest | UploadRequest)[] = []
  let now = 0
  let uuids = 0
  const fake = {
    db,
    sent,
    answer: accepted as Answering,
    session: { user: 7, name: 'M. Rossi', stamp: 's1' } as Session | undefined,
    locked: false,
    steals: 0,
    advance(ms: number) {
      now += ms
    },
    calls: () => sent.filter((request): request is CallRequest => 'endpoint' in request),
    uploads: () => sent.filter((request): request is UploadRequest => 'photo' in request),
    items: (): Item[] => [...db.tables.items.values()],
    row: <T extends keyof Tables>(table: T, key: string): Tables[T] | undefined => db.tables[table].get(key),
    world: undefined as unknown as World,
  }
  const send = async (request: CallRequest | UploadRequest) => {
    sent.push(request)
    return fake.answer(request)
  }
  fake.world = {
    store: db.open(fake, { ...CALM, ...probe }),
    call: send,
    upload: send,
    async lock(run, { steal }) {
      if (fake.locked && !steal) return undefined
      if (steal) fake.steals++
      fake.locked = true
      try {
        return await run()
      } finally {
        fake.locked = false
      }
    },
    clock: { now: () => now, wall: () => 1_700_000_000_000 + now },
    random: () => 0.5,
    uuid: () => `00000000-0000-4000-8000-${(++uuids).toString(16).padStart(12, '0')}`,
    sha256: async (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
    session: () => fake.session,
    schema: { version: 1, steps: {} },
  }
  return { fake, outbox: createOutbox(fake.world) }
}

export const order = (entity: string, change: Partial<PutRequest> = {}): PutRequest => ({
  entity,
  lane: `lane:${entity}`,
  endpoint: 'things.create',
  input: { name: entity },
  label: entity,
  ...change,
})

export const states = (items: Item[]) => items.sort((a, b) => a.seq - b.seq).map(({ state }) => state)

/** Lets promises go on until it holds; one that never comes to it ends the test instead of hanging it. */
export async function until(holds: () => unknown): Promise<void> {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 100_000) throw new Error('It never came to it.')
    await Promise.resolve()
  }
}
