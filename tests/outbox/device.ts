import { createHash } from 'node:crypto'
import type { WakeReason } from '../../src/outbox/drain.ts'
import { createOutbox, type Outbox } from '../../src/outbox/outbox.ts'
import type { Json, Reply, Session, Store, World } from '../../src/outbox/types.ts'
import type { MemoryDb, Probe } from './memory-store.ts'
import type { Network } from './network.ts'
import { never } from './never.ts'
import type { Oracle } from './oracle.ts'
import type { Rng } from './rng.ts'
import type { Server } from './server.ts'
import type { Timeline } from './timeline.ts'

/** One phone or tablet: tabs on one database, one lock, one sign-in. Any tab may be killed at any await, or freeze between two. */

export interface Tab {
  id: number
  outbox: Outbox
  version: number
  dead: boolean
  frozen: boolean
  /** How often it froze: a request that saw this change is not held against the tab. */
  freezes: number
  /** Is killed at the n-th await from now; 0 = is not. */
  fuse: number
  outdated: boolean
  parked: (() => void)[]
  timer: boolean
  inFlight: Map<string, number>
}

/** The parts of the world that a planted bug may replace. */
export interface WorldParts {
  store(store: Store, device: Device): Store
  world(world: World, device: Device): World
  onLogout(device: Device, user: number): void
}

export const HONEST: WorldParts = { store: (store) => store, world: (world) => world, onLogout: () => {} }

export interface Device {
  tabs: Tab[]
  session: Session | undefined
  /** The committed rows, as the oracle and the person see them. */
  tables: MemoryDb['tables']
  version: number
  wallOffset: number
  quotaFull: boolean
  /** So many of the next transactions lose the connection. */
  lost: number
  latency: number
  kills: number
  awaits: number
  /** Kills whichever tab comes to the n-th await of the schedule; 0 = none. */
  killAt: number
  /** Nobody opens it any more. */
  over: boolean
  openTab(): Tab
  kill(tab: Tab): void
  freeze(tab: Tab): void
  thaw(tab: Tab): void
  wake(tab: Tab, reason: WakeReason): void
  wakeAll(reason: WakeReason): void
  login(user: number): void
  logout(): void
}

/** How the tabs get at the database: in memory, or Dexie. */
export interface Disk {
  tables: MemoryDb['tables']
  open(tab: Tab, probe: Probe): Store
  abandon(tab: Tab): void
}

const TIMER_MS = 10_000

/** Version 2 of the app's format adds a member; what it cannot read goes to quarantine. */
export const STEPS: World['schema']['steps'] = {
  1: ({ input }) => {
    const body = input as { [key: string]: Json }
    if (Number(body.n) % 13 === 0) throw new Error('unreadable')
    return { ...body, v: 2 }
  },
}

export function createDevice(
  {
    timeline,
    rng,
    server,
    network,
    oracle,
    parts,
  }: { timeline: Timeline; rng: Rng; server: Server; network: Network; oracle: Oracle; parts: WorldParts },
  disk: Disk,
): Device {
  let holder: { tab: Tab; stolen: (error: Error) => void } | undefined
  let uuids = 0
  let tabsMade = 0
  let signIns = 0

  const device: Device = {
    tabs: [],
    session: undefined,
    tables: disk.tables,
    version: 1,
    wallOffset: 1_700_000_000_000,
    quotaFull: false,
    lost: 0,
    latency: 0,
    kills: 0,
    awaits: 0,
    killAt: 0,
    over: false,
    openTab,
    kill,
    freeze(tab) {
      tab.frozen = true
      tab.freezes++
    },
    thaw(tab) {
      if (!tab.frozen) return
      tab.frozen = false
      for (const go of tab.parked.splice(0)) go()
      wake(tab, 'visible')
    },
    wake,
    wakeAll(reason) {
      for (const tab of device.tabs) wake(tab, reason)
    },
    login(user) {
      const stamp = `s${++signIns}`
      server.tokens.set(stamp, user)
      device.session = { user, name: `Utente ${user}`, stamp }
      device.wakeAll('sign-in')
    },
    logout() {
      if (!device.session) return
      if (network.online && device.session.stamp) server.tokens.delete(device.session.stamp)
      parts.onLogout(device, device.session.user)
      device.session = undefined
    },
  }

  function kill(tab: Tab) {
    if (tab.dead) return
    tab.dead = true
    device.kills++
    device.tabs = device.tabs.filter((other) => other !== tab)
    if (holder?.tab === tab) holder = undefined
    disk.abandon(tab)
  }

  /** An await inside a transaction. */
  function point(tab: Tab): Promise<never> | undefined {
    device.awaits++
    if (tab.dead) return never()
    if ((tab.fuse > 0 && --tab.fuse === 0) || device.awaits === device.killAt) {
      kill(tab)
      // The person opens the app again; a tab that is frozen in the background is not before anybody.
      timeline.at(3_000, () => device.over || device.tabs.some(({ frozen }) => !frozen) || openTab())
      return never()
    }
    return undefined
  }

  /** An await outside of transactions: here a tab may also freeze, or others may come in between. */
  function pause(tab: Tab): Promise<void> | undefined {
    const stop = point(tab)
    if (stop) return stop
    if (tab.frozen) return new Promise<void>((go) => tab.parked.push(go)).then(() => point(tab))
    if (rng.chance(device.latency)) return timeline.delay(rng.int(1, 40)).then(() => pause(tab))
    return undefined
  }

  function loseConnection() {
    if (device.lost > 0 && rng.chance(0.5)) {
      device.lost--
      throw Object.assign(new Error('Connection to Indexed Database server lost. Refresh the page to try again'), { name: 'UnknownError' })
    }
  }

  const probeOf = (tab: Tab): Probe => ({
    enter() {
      loseConnection()
      return pause(tab)
    },
    point: () => point(tab),
    write() {
      if (device.quotaFull) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    },
    commit() {
      const stop = point(tab)
      if (!stop) loseConnection()
      return stop
    },
    exit() {
      const stop = point(tab)
      if (!stop) loseConnection()
      return stop
    },
    reopen: async () => pause(tab),
  })

  function openTab(): Tab {
    const born = timeline.now()
    const tab: Tab = {
      id: ++tabsMade,
      outbox: undefined as unknown as Outbox,
      version: device.version,
      dead: false,
      frozen: false,
      freezes: 0,
      fuse: 0,
      outdated: false,
      parked: [],
      timer: false,
      inFlight: new Map(),
    }
    const honest: World = {
      store: parts.store(disk.open(tab, probeOf(tab)), device),
      call: (request) => send(tab, request.headers, request.endpoint, request.input),
      upload: ({ photo, bytes, headers }) => {
        if (disk.tables.photos.get(`${photo.user}/${photo.hash}`)?.acked)
          oracle.fail('photo', `${photo.hash.slice(0, 8)} is sent again after its receipt`)
        return send(tab, headers, 'photo', null, new Uint8Array(bytes))
      },
      lock: (run, { steal }) => lock(tab, run, steal),
      clock: { now: () => timeline.now() - born, wall: () => timeline.now() + device.wallOffset },
      random: rng.next,
      uuid: () => `00000000-0000-4000-8000-${(++uuids).toString(16).padStart(12, '0')}`,
      sha256: async (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
      session: () => device.session,
      schema: { version: tab.version, steps: STEPS },
    }
    tab.outbox = createOutbox(parts.world(honest, device))
    device.tabs.push(tab)
    wake(tab, 'boot')
    tick(tab)
    return tab
  }

  function tick(tab: Tab) {
    if (tab.dead) return
    wake(tab, 'timer')
    timeline.at(TIMER_MS, () => tick(tab))
  }

  function wake(tab: Tab, reason: WakeReason) {
    if (tab.dead || tab.frozen || !network.online) return
    const stamp = device.session?.stamp
    void tab.outbox.wake(reason).then(({ outcome, nextInMs }) => {
      if (tab.dead) return
      if (outcome === 'outdated') tab.outdated = true
      // The app's answer to a refused sign-in: the session is over, the person stays known.
      if (outcome === 'auth' && device.session?.stamp !== undefined && device.session.stamp === stamp)
        device.session = { ...device.session, stamp: undefined }
      if (nextInMs === undefined || tab.timer) return
      tab.timer = true
      timeline.at(nextInMs, () => {
        tab.timer = false
        wake(tab, 'timer')
      })
    })
  }

  async function lock<R>(tab: Tab, run: () => Promise<R>, steal: boolean): Promise<R | undefined> {
    await pause(tab)
    if (holder && !steal) return undefined
    holder?.stolen(Object.assign(new Error('stolen'), { name: 'AbortError' }))
    return new Promise<R>((resolve, reject) => {
      const mine = { tab, stolen: reject }
      holder = mine
      const release = () => {
        if (holder === mine) holder = undefined
      }
      run().then(
        (result) => {
          release()
          resolve(result)
        },
        (error) => {
          release()
          reject(error)
        },
      )
    })
  }

  async function send(
    tab: Tab,
    headers: Record<string, string>,
    endpoint: string,
    input: Json,
    bytes?: Uint8Array,
  ): Promise<Reply | undefined> {
    // One that freezes between its last sign of life and the request cannot know that its lock was taken meanwhile: there the key alone helps.
    const { freezes } = tab
    await pause(tab)
    const key = headers['Idempotency-Key']!
    for (const other of device.tabs)
      if (other !== tab && !other.frozen && other.inFlight.get(key) === other.freezes && tab.freezes === 0)
        oracle.fail('I9 one sender', `${key} is sent by tabs ${other.id} and ${tab.id} at once`)
    if (input !== null)
      for (const hash of (input as { photos?: string[] }).photos ?? [])
        if (!server.photos.has(`${headers['X-Outbox-User']}/${hash}`)) oracle.fail('photo', `${key} is sent before its photo`)
    tab.inFlight.set(key, freezes)
    // Renewing the token takes time, during which another person may sign in.
    if (rng.chance(device.latency)) await timeline.delay(rng.int(20, 400))
    try {
      return await network.send({ token: device.session?.stamp, endpoint, input, headers, bytes })
    } finally {
      await pause(tab)
      tab.inFlight.delete(key)
    }
  }

  return device
}
