import { createDevice, type Disk, HONEST, type Tab, type WorldParts } from './device.ts'
import { createMemoryDb, type Probe } from './memory-store.ts'
import { createNetwork, NO_NETWORK_FAULTS } from './network.ts'
import { createOracle, type Oracle } from './oracle.ts'
import { createPerson, type Stats, USERS } from './person.ts'
import { createRng } from './rng.ts'
import { createServer, realParts, type ServerParts } from './server.ts'
import { createTimeline } from './timeline.ts'
import { createActor, drawRates } from './weather.ts'

/** A mistake put in on purpose: the simulation is worth nothing if it does not find it. */
export interface Bug {
  name: string
  parts?: Partial<WorldParts>
  server?(honest: ServerParts, now: () => number): Partial<ServerParts>
}

export interface Run {
  seed: number
  violation: string | undefined
  intents: number
  photos: number
  kills: number
  /** Awaits at which a tab, or the server, could have been killed. */
  awaits: { device: number; server: number }
  /** Hash of all events in order; equal seeds give equal hashes. */
  trace: number
}

export interface Options {
  bug?: Bug
  /** Where the tables are; memory if not said. `settled` waits until the database has nothing more under way. */
  disk?: (oracle: Oracle) => Disk & { settled(): Promise<void>; close(): void }
  log?: (line: string) => void
  /** Kill at this await of the device, die at this await of the server (for trying each one in turn). */
  killAt?: number
  crashAt?: number
}

const QUIET_MS = 60_000
const ROUNDS = 40

/** One schedule: a storm of faults, then quiet, in which everything must drain. Never rejects; the figures say what went wrong. */
export async function runSchedule(seed: number, { bug, disk: makeDisk, log, killAt = 0, crashAt = 0 }: Options = {}): Promise<Run> {
  const rng = createRng(seed)
  const timeline = createTimeline()
  const honest = realParts(timeline.now)
  const server = createServer(timeline, rng, { ...honest, ...bug?.server?.(honest, timeline.now) })
  const network = createNetwork(timeline, rng, server, log)
  const oracle = createOracle(server, log)
  const stats: Stats = { intents: 0, photos: 0 }
  const disk = makeDisk ? makeDisk(oracle) : memoryDisk(oracle)
  oracle.tables = disk.tables
  const device = createDevice({ timeline, rng, server, network, oracle, parts: { ...HONEST, ...bug?.parts } }, disk)
  device.killAt = killAt
  server.crashAt = crashAt
  const person = createPerson({ rng, server, device, oracle, stats })
  let trace = seed | 0
  let steps = 0

  async function step() {
    const time = timeline.step()
    trace = (Math.imul(trace, 31) + time + oracle.version * 7 + server.ledger.length) | 0
    if (++steps > 50_000) oracle.fail('I7 liveness', 'the schedule does not end')
    await calm()
  }
  async function calm() {
    await flush()
    await disk.settled?.()
  }
  const runUntil = async (end: number, done: () => boolean = () => false) => {
    while (!oracle.violation && (timeline.next() ?? end) < end && !done()) await step()
    if (!oracle.violation && !done() && timeline.now() < end) timeline.skip(end - timeline.now())
  }

  /** An exception in a storm counts as a violation: it must neither end the run nor go unseen. */
  const thrown = (error: unknown) => oracle.fail('thrown', error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.on('unhandledRejection', thrown)
  await play().catch(thrown)
  const { kills } = device
  // Copies that arrive days later.
  device.over = true
  device.tabs.slice().forEach(device.kill)
  while (!oracle.violation && timeline.size()) await step().catch(thrown)
  if (!oracle.violation) oracle.final()
  process.off('unhandledRejection', thrown)
  disk.close?.()
  if (log && oracle.violation) log(`VIOLATION ${oracle.violation}`)
  const awaits = { device: device.awaits, server: server.awaits }
  return { seed, violation: oracle.violation, intents: stats.intents, photos: stats.photos, kills, awaits, trace }

  async function play() {
    // The storm.
    const rates = drawRates(rng)
    network.faults = rates.network
    server.faults = rates.server
    device.latency = rates.latency
    device.login(rng.pick(USERS))
    device.openTab()
    const commands = rng.int(8, 34)
    const act = createActor(rng, { timeline, server, network, device, person }, rates, log)
    for (let i = 0; i < commands && !oracle.violation; i++) {
      act()
      await calm()
      await runUntil(timeline.now() + Math.ceil(rng.exp(rng.chance(rates.hurry) ? 60 : 4_000)))
    }

    // The quiet time: nothing fails any more, and each user in turn signs in and decides what is left to decide.
    network.faults = NO_NETWORK_FAULTS
    server.faults = { refuse: 0, boom: 0, slow: 0 }
    server.fuse = 0
    network.online = true
    device.quotaFull = false
    device.lost = 0
    device.latency = 0
    for (const tab of [...device.tabs]) {
      tab.fuse = 0
      if (tab.version < device.version) device.kill(tab)
      else if (rng.chance(0.8)) device.thaw(tab)
    }
    log?.(`${timeline.now()} quiet`)
    // No reload may be needed: often the tabs that went through the storm are all there is.
    if (rng.chance(0.5) || !device.tabs.some((tab) => !tab.frozen && !tab.outdated)) device.openTab()
    await runUntil(timeline.now() + 10_000)
    for (const user of USERS) {
      if (device.session?.user !== user || server.tokens.get(device.session.stamp ?? '') !== user) {
        device.logout()
        device.login(user)
      } else device.wakeAll('online')
      let signedInAgain = false
      for (let round = 0; round < ROUNDS && !oracle.violation; round++) {
        const end = timeline.now() + QUIET_MS
        await runUntil(end, () => person.settled(user))
        if (oracle.violation) break
        if (device.session?.stamp === undefined && !signedInAgain) {
          // A refusal from the storm came to light only now: the app has asked for the sign-in, and the person gives it.
          signedInAgain = true
          device.login(user)
          continue
        }
        if (!person.settled(user)) {
          const left = person
            .open(user)
            .map(({ id, state, lane, lastError }) => `${id.slice(-3)} ${state} ${lane} ${lastError?.code ?? ''}`)
          oracle.fail('I7 liveness', `user ${user} still has ${left.join('; ')}`)
        }
        if (device.session?.stamp === undefined) oracle.fail('I7 liveness', 'the sign-in was lost although nobody refused it')
        if (!person.open(user).length) break
        person.decide(round > 10)
        await calm()
        await runUntil(timeline.now() + 200)
        if (round === ROUNDS - 1)
          oracle.fail('I7 liveness', `decisions do not end: ${person.stuckItems().map((item) => item.lastError?.code)}`)
      }
    }
  }
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve))

function memoryDisk(oracle: Oracle): Disk & { settled?: undefined; close?: undefined } {
  const db = createMemoryDb(oracle.onCommit)
  return { tables: db.tables, open: (tab: Tab, probe: Probe) => db.open(tab, probe), abandon: (tab: Tab) => db.abandon(tab) }
}
