import Dexie from 'dexie'
import { sha256 } from '../../../src/lib/sha256.ts'
import { createOutbox } from '../../../src/outbox/outbox.ts'
import { openStore } from '../../../src/outbox/store.ts'
import type { Json, NewPhoto, Reply, World } from '../../../src/outbox/types.ts'

const PHOTO_BYTES = 1_000_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The engine on the browser's own database, before a server that answers everything after `roundTripMs` and takes `bytesPerMs` of what it is sent. */
/** Of the person at this device: everything is written encrypted, as it is in the product. */
const KEY = new Uint8Array(32).fill(7)
function engine(name: string, roundTripMs: number, bytesPerMs: number) {
  const reply = async (key: string | undefined, bytes: number, body: Json): Promise<Reply> => {
    await wait(roundTripMs + bytes / bytesPerMs)
    return { status: 200, headers: { get: (header) => (header === 'idempotency-key' ? (key ?? null) : null) }, body: JSON.stringify(body) }
  }
  const store = openStore(name, () => KEY)
  const world: World = {
    store,
    call: ({ headers, input }) => reply(headers['Idempotency-Key'], JSON.stringify(input).length, { data: { id: 1 } }),
    upload: ({ headers, photo, bytes }) => reply(headers['Idempotency-Key'], bytes.byteLength, { data: { sha256: photo.hash } }),
    lock: (run) => run(),
    clock: { now: () => performance.now(), wall: () => Date.now() },
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    sha256,
    session: () => ({ user: 1, name: 'M. Rossi', stamp: 's' }),
    schema: { version: 1, steps: {} },
  }
  return { outbox: createOutbox(world), close: () => store.close() }
}
type Engine = ReturnType<typeof engine>['outbox']

async function photo(size: number): Promise<NewPhoto> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)))
  return { hash: await sha256(bytes.buffer), bytes: bytes.buffer, type: 'image/jpeg', meta: {} }
}
const save = (outbox: Engine, at: number, photos: NewPhoto[] = []) =>
  outbox.put({
    entity: `thing:${at}`,
    lane: `thing:${at}`,
    endpoint: 'bench',
    label: `Cosa ${at}`,
    input: { at, note: 'x'.repeat(300) },
    photos,
  })

/** Milliseconds until nothing is left to send. */
async function drained(outbox: Engine): Promise<number> {
  const from = performance.now()
  for (;;) {
    const { nextInMs } = await outbox.wake('boot')
    if (!(await outbox.list()).some((item) => item.state !== 'sent')) return performance.now() - from
    if (nextInMs === undefined) throw new Error('what is queued is not being sent')
    await wait(nextInMs)
  }
}

/** The same ways there and back with nothing kept of them, as many at once as the engine has lanes; milliseconds. */
async function bare(count: number, cost: (at: number) => number): Promise<number> {
  const from = performance.now()
  let next = 0
  const lane = async () => {
    while (next < count) await wait(cost(next++))
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  return performance.now() - from
}
/** As many things as wait in the queue that is started, without an engine. */
const bareTable = async () => {
  const db = new Dexie('bare', { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ things: 'at' })
  await db.open()
  return { table: db.table('things'), close: () => db.close() }
}
const thing = (at: number) => ({ at, label: `Cosa ${at}`, input: { at, note: 'x'.repeat(300) } })

async function started(name: string): Promise<number> {
  const from = performance.now()
  const { outbox, close } = engine(name, 0, 1e9)
  await outbox.purge()
  await outbox.list()
  const time = performance.now() - from
  close()
  return time
}

const measures = {
  /** Milliseconds of each save, until it is durable. */
  async saves() {
    const { outbox, close } = engine(`saves-${performance.now()}`, 0, 1e9)
    const times: number[] = []
    for (let at = 0; at < 200; at++) {
      const from = performance.now()
      await save(outbox, at)
      times.push(performance.now() - from)
    }
    close()
    return times
  },
  /** The same record put into a table as durably, and nothing else. */
  async bareSaves() {
    const { table, close } = await bareTable()
    const times: number[] = []
    for (let at = 0; at < 200; at++) {
      const from = performance.now()
      await table.put(thing(at))
      times.push(performance.now() - from)
    }
    close()
    return times
  },
  bareSmall: async () => [await bare(100, () => 100)],
  barePhotos: async () => [await bare(100, (at) => (at % 5 ? 100 : 200 + PHOTO_BYTES / 1_000))],
  async small() {
    const { outbox, close } = engine('small', 100, 1e9)
    for (let at = 0; at < 100; at++) await save(outbox, at)
    const time = await drained(outbox)
    close()
    return [time]
  },
  /** At 100 ms round trip, 1 MB/s. */
  async photos() {
    const { outbox, close } = engine('photos', 100, 1_000)
    for (let at = 0; at < 100; at++) await save(outbox, at, at % 5 ? [] : [await photo(PHOTO_BYTES)])
    const time = await drained(outbox)
    close()
    return [time]
  },
  /** Fills a queue of 500 things with 1,000 photos for `boot`. */
  async fill() {
    const { outbox, close } = engine('boot', 0, 1e9)
    for (let at = 0; at < 500; at++) await save(outbox, at, [await photo(20_000), await photo(20_000)])
    close()
    return []
  },
  /** Opens a table of as many things and reads them. */
  async bareBoot() {
    const filled = await bareTable()
    await filled.table.bulkPut(Array.from({ length: 500 }, (_, at) => thing(at)))
    filled.close()
    const from = performance.now()
    const { table, close } = await bareTable()
    await table.toArray()
    const time = performance.now() - from
    close()
    return [time]
  },
  /** Milliseconds that a start with a full queue takes beyond one with an empty queue, before anything is sent. */
  async boot() {
    const [empty, full] = [await started('nothing'), await started('boot')]
    return [full - empty]
  },
}
Object.assign(window, { measure: (name: keyof typeof measures) => measures[name]() })
