import type { Input } from '../contract/endpoint.ts'
import { connection } from '../lib/online.ts'
import { session } from '../lib/session.ts'
import type { DrainResult, WakeReason } from './drain.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { sha256 } from './photos.ts'
import type { PutRequest } from './put.ts'
import { createSender, type Offline } from './send.ts'
import { openStore } from './store.ts'
import type { Json, Placeholder, World } from './types.ts'

/** The format of queued inputs. A change that an older item does not fit needs a step (outbox.md 2.14). */
const SCHEMA: World['schema'] = { version: 1, steps: {} }
const LOCK = 'piazzale-outbox'
const EVERY_MS = 10_000

export const store = openStore('piazzale-outbox')
const empty: World['call'] = async () => undefined
const world: World = {
  store,
  call: empty,
  upload: async () => undefined,
  lock: (run, { steal }) =>
    navigator.locks.request(LOCK, steal ? { steal: true } : { ifAvailable: true }, (lock) => (lock ? run() : undefined)) as Promise<never>,
  clock: { now: () => performance.now(), wall: () => Date.now() },
  random: Math.random,
  uuid: () => crypto.randomUUID(),
  sha256,
  session() {
    const { user, stamp } = session.get()
    return user ? { user: user.id, name: user.name, stamp: connection.get() === 'offline' ? undefined : stamp } : undefined
  },
  schema: SCHEMA,
}
export const outbox: Outbox = createOutbox(world)

/** Every value of a queued input may be a placeholder for what only the server can give. */
type Queued<I> = { [K in keyof I]: I[K] | Placeholder }
/** Queues a call of an endpoint that the contract marks `offline`; any other does not compile. Resolves when it is durable. */
export const enqueue = <E extends Offline>(endpoint: E, input: Queued<Input<E>>, request: Omit<PutRequest, 'endpoint' | 'input'>) =>
  outbox.put({ ...request, endpoint: endpoint.name, input: input as Json }).then((item) => {
    void wake('put')
    return item
  })

let timer: ReturnType<typeof setTimeout> | undefined
/** Sends what may be sent, and again when the engine says so. */
export async function wake(reason: WakeReason): Promise<DrainResult | undefined> {
  if (!session.get().user) return undefined
  const result = await outbox.wake(reason)
  clearTimeout(timer)
  if (result.nextInMs !== undefined) timer = setTimeout(() => void wake('timer'), result.nextInMs)
  return result
}

/** Connects the engine to the API and to every sign that sending may work now (outbox.md 2.13, R1). Called once by main. */
export function startOutbox(endpoints: readonly Offline[], uploads: Offline) {
  Object.assign(world, createSender(endpoints, uploads))
  connection.subscribe(() => connection.get() === 'online' && void wake('probe'))
  session.subscribe(() => session.get().user && void wake('sign-in'))
  addEventListener('online', () => void wake('online'))
  addEventListener('focus', () => void wake('focus'))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void wake('visible'))
  setInterval(() => document.visibilityState === 'visible' && void wake('timer'), EVERY_MS)
  void outbox.purge().finally(() => wake('boot'))
}

/** The bytes of a photo of the person at the device; undefined once the server has it and nothing here names it. */
export async function photoBytes(hash: string): Promise<ArrayBuffer | undefined> {
  const { user } = session.get()
  if (!user) return undefined
  const row = await store.transaction('r', async (tx) => tx.get('bytes', [user.id, hash]))
  return row?.bytes
}
