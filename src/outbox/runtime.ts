import type { Input } from '../contract/kernel/endpoint.ts'
import { keepWaiting } from '../lib/device.ts'
import { NO_KEY } from '../lib/device-key.ts'
import { notify } from '../lib/notify.ts'
import { connection } from '../lib/online.ts'
import { outsideQuery } from '../lib/outside-query.ts'
import { keyFor, session } from '../lib/session.ts'
import { sha256 } from '../lib/sha256.ts'
import { createStore } from '../lib/store.ts'
import type { DrainResult, WakeReason } from './drain.ts'
import { type OfflineKind, offlineKinds } from './kind.ts'
import { createOutbox, type Outbox, type Status } from './outbox.ts'
import type { PutRequest } from './put.ts'
import { isUnsent, STUCK } from './rows.ts'
import { createSender, type Offline } from './send.ts'
import { databaseOf } from './split-shared-store.ts'
import { type OutboxStore, openStore } from './store.ts'
import { type Item, type Json, OutboxError, type Placeholder, type World } from './types.ts'

/** The format of queued inputs. A change that older items do not fit needs an upgrade step. */
const SCHEMA: World['schema'] = { version: 1, steps: {} }
const EVERY_MS = 10_000

let sender: Pick<World, 'call' | 'upload'> = { call: async () => undefined, upload: async () => undefined }

/** The environment of one person's engine. It has no session while somebody else is signed in. */
const worldOf = (user: number, store: OutboxStore): World => ({
  store,
  call: (request) => sender.call(request),
  upload: (request) => sender.upload(request),
  lock: (run, { steal }) =>
    navigator.locks.request(databaseOf(user), steal ? { steal: true } : { ifAvailable: true }, (lock) =>
      lock ? run() : undefined,
    ) as Promise<never>,
  clock: { now: () => performance.now(), wall: () => Date.now() },
  random: Math.random,
  uuid: () => crypto.randomUUID(),
  sha256,
  session() {
    const { user: here, stamp, local } = session.get()
    return here?.id === user ? { user, name: here.name, stamp: local || connection.get() === 'offline' ? undefined : stamp } : undefined
  },
  schema: SCHEMA,
})

const IDLE: Status = { draining: false, last: undefined }
/** Progress of the sending for the person at the device. */
export const sending = createStore<Status>(IDLE)

interface OwnOutbox {
  user: number
  store: OutboxStore
  outbox: Outbox
  /** Resolves once the device has noted how much waits here, for the question at sign-out. */
  noteWaiting(): Promise<unknown>
  close(): void
}
let own: OwnOutbox | undefined

function open(user: number): OwnOutbox {
  const name = session.get().user?.name ?? ''
  const store = openStore(databaseOf(user), keyFor(user))
  void outsideQuery(() => store.isShut()).then(
    (shut) => shut && notify.warning(NO_KEY),
    () => undefined,
  )
  void outsideQuery(() => store.sealAll()).catch((error) => globalThis.reportError?.(error))
  const outbox = createOutbox(worldOf(user, store))
  let counting: Promise<unknown> | undefined
  let stale = false
  /** Notes after every change how much waits here, for the next person at the device. One count at a time. */
  function noteWaiting() {
    stale = true
    counting ??= (async () => {
      while (stale) {
        stale = false
        const [waiting] = (await outbox.counts()).filter((one) => one.user === user)
        await keepWaiting(user, waiting && { ...waiting, userName: waiting.userName || name })
      }
    })()
      .catch(() => undefined)
      .finally(() => {
        counting = undefined
      })
    return counting
  }
  outbox.subscribe(() => {
    if (own?.user === user) sending.set(outbox.status())
    void noteWaiting()
  })
  return {
    user,
    store,
    outbox,
    noteWaiting: noteWaiting,
    /** Answers still on their way are written down first. */
    close() {
      const last = () => {
        if (outbox.status().draining) return
        stop()
        void noteWaiting().finally(() => store.close())
      }
      const stop = outbox.subscribe(last)
      last()
    },
  }
}
function currentOutbox(): OwnOutbox {
  const user = session.get().user?.id
  if (!user) throw new OutboxError('Accedere prima di salvare.')
  if (own?.user !== user) {
    own?.close()
    own = open(user)
    sending.set(IDLE)
  }
  return own
}
session.subscribe(() => {
  if (!own || session.get().user?.id === own.user) return
  own.close()
  own = undefined
  sending.set(IDLE)
})
/** The outbox of the person at the device, in a database of its own. Throws OutboxError if nobody is signed in. */
export const outbox = (): Outbox => currentOutbox().outbox

/** Every value of a queued input may be a placeholder for one that only the server can give. */
type Queued<I> = { [K in keyof I]: I[K] | Placeholder }
/** Queues a call of an endpoint that the contract marks `offline`; any other does not compile. Resolves once it is durable. */
export const enqueue = <E extends Offline>(endpoint: E, input: Queued<Input<E>>, request: Omit<PutRequest, 'endpoint' | 'input'>) =>
  outbox()
    .put({ ...request, endpoint: endpoint.name, input: input as Json })
    .then((item) => {
      void wake('put')
      return item
    })

let timer: ReturnType<typeof setTimeout> | undefined
/** Sends what may be sent, and again when the engine says so. */
export async function wake(reason: WakeReason): Promise<DrainResult | undefined> {
  if (!session.get().user) return undefined
  const result = await outbox().wake(reason)
  clearTimeout(timer)
  if (result.nextInMs !== undefined) timer = setTimeout(() => void wake('timer'), result.nextInMs)
  return result
}
/** Resolves once the device has noted how much waits for the person here. */
export const noteWaiting = async (): Promise<unknown> => (session.get().user ? currentOutbox().noteWaiting() : undefined)
/** Tries to send now, if anything of these waits; resolves once that was tried. */
export async function sendWaiting(these: (item: Item) => boolean = () => true): Promise<void> {
  if (!session.get().user || !(await outbox().list()).some((item) => isUnsent(item) && !STUCK.includes(item.state) && these(item))) return
  await wake('user')
  await currentOutbox().noteWaiting()
}
/** Purges the store, then sends what waits. Purging first means that a disk that does not answer leaves no item marked as being sent. */
async function tidyAndWake(reason: WakeReason): Promise<void> {
  if (!session.get().user) return
  await outbox()
    .purge()
    .catch(() => undefined)
  await wake(reason)
}

/** Connects the engine to the API and to every sign that sending may work now. Called once by main. */
export function startOutbox(kinds: readonly OfflineKind[]) {
  offlineKinds.set(kinds)
  sender = createSender(kinds)
  connection.subscribe(() => connection.get() === 'online' && void wake('probe'))
  session.subscribe(() => void tidyAndWake('sign-in'))
  addEventListener('online', () => void wake('online'))
  addEventListener('focus', () => void wake('focus'))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void wake('visible'))
  setInterval(() => document.visibilityState === 'visible' && void wake('timer'), EVERY_MS)
  void tidyAndWake('boot')
}

/** The bytes of a photo of the person at the device; undefined once the server has it and nothing here names it. */
export const photoBytes = async (hash: string): Promise<ArrayBuffer | undefined> =>
  session.get().user ? outbox().bytesOf(hash) : undefined
