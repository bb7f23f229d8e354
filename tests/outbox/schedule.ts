import { createDevice, type Device, type Disk, HONEST, type Tab, type WorldParts } from './device.ts'
import { createMemoryDb, type Probe } from './memory-store.ts'
import { createNetwork, type NetworkFaults, NO_NETWORK_FAULTS } from './network.ts'
import { createOracle, type Oracle } from './oracle.ts'
import { createPerson, type Stats, USERS } from './person.ts'
import { createRng, type Rng } from './rng.ts'
import { createServer, realParts, type ServerParts } from './server.ts'
import { createTimeline } from './timeline.ts'

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
  /** Of everything that happened, in order: equal seeds give equal figures. */
  trace: number
}

export interface Options {
  bug?: Bug
  /** Where the tables are; memory if not said. `settled` waits until the database has nothing more under way. */
  disk?: (oracle: Oracle) => Disk & { settled(): Promise<void>; close(): void }
  log?: (line: string) => void
}

const DAY = 86_400_000
const QUIET_MS = 60_000
const ROUNDS = 40

/** One schedule: a storm of faults, then quiet, in which everything must drain. Never rejects; the figures say what went wrong. */
export async function runSchedule(seed: number, { bug, disk: makeDisk, log }: Options = {}): Promise<Run> {
  const rng = createRng(seed)
  const timeline = createTimeline()
  const honest = realParts(timeline.now)
  const server = createServer(timeline, rng, { ...honest, ...bug?.server?.(honest, timeline.now) })
  const network = createNetwork(timeline, rng, server, log)
  const oracle = createOracle(server, log)
  const stats: Stats = { intents: 0, photos: 0 }
  const disk = makeDisk ? makeDisk(oracle) : memoryDisk(oracle)
  oracle.items = () => disk.tables.items.values()
  const device = createDevice({ timeline, rng, server, network, oracle, parts: { ...HONEST, ...bug?.parts } }, disk)
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
  device.openTab()
  await runUntil(timeline.now() + 10_000)
  for (const user of USERS) {
    if (device.session?.user !== user || server.tokens.get(device.session.stamp ?? '') !== user) {
      device.logout()
      device.login(user)
    } else device.wakeAll('online')
    for (let round = 0; round < ROUNDS && !oracle.violation; round++) {
      const end = timeline.now() + QUIET_MS
      await runUntil(end, () => person.settled(user))
      if (oracle.violation) break
      if (!person.settled(user)) {
        const left = person.open(user).map(({ id, state, lane, lastError }) => `${id.slice(-3)} ${state} ${lane} ${lastError?.code ?? ''}`)
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
  const { kills } = device
  // Copies that arrive days later.
  device.tabs.slice().forEach(device.kill)
  while (!oracle.violation && timeline.size()) await step()
  if (!oracle.violation) oracle.final()
  disk.close?.()
  if (log && oracle.violation) log(`VIOLATION ${oracle.violation}`)
  return { seed, violation: oracle.violation, intents: stats.intents, photos: stats.photos, kills, trace }
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve))

function memoryDisk(oracle: Oracle): Disk & { settled?: undefined; close?: undefined } {
  const db = createMemoryDb(oracle.onCommit)
  return { tables: db.tables, open: (tab: Tab, probe: Probe) => db.open(tab, probe), abandon: (tab: Tab) => db.abandon(tab) }
}

interface Rates {
  network: NetworkFaults
  server: { refuse: number; boom: number; slow: number }
  latency: number
  /** Share of commands that follow at once, into what the one before has set going. */
  hurry: number
  /** Weight of each command. */
  weights: number[]
}

/** Each schedule has its own weather: about half of the faults, at rates of its own. */
function drawRates(rng: Rng): Rates {
  const rate = (most: number, p = 0.5) => (rng.chance(p) ? rng.next() * most : 0)
  return {
    network: {
      dropRequest: rate(0.4),
      dropReply: rate(0.5),
      delay: rate(0.4),
      duplicate: rate(0.4),
      lateDuplicate: rate(0.3),
      cutRequest: rate(0.2, 0.3),
      cutReply: rate(0.3, 0.4),
      captive: rate(0.3, 0.3),
      gateway: rate(0.4),
      middlebox: rate(0.2, 0.4),
      falseAuth: rate(0.15, 0.3),
    },
    server: { refuse: rate(0.3, 0.4), boom: rate(0.3, 0.4), slow: rate(0.5, 0.4) },
    latency: rate(0.3),
    hurry: rate(0.8),
    weights: COMMANDS.map((command) => command.weight * (command.always ? 1 : rng.chance(0.6) ? 0.3 + rng.next() * 1.7 : 0)),
  }
}

interface Actors {
  timeline: ReturnType<typeof createTimeline>
  server: ReturnType<typeof createServer>
  network: ReturnType<typeof createNetwork>
  device: Device
  person: ReturnType<typeof createPerson>
}

interface Command {
  name: string
  weight: number
  always?: boolean
  act(actors: Actors, rng: Rng): void
}

const anyTab = ({ device }: Actors, rng: Rng): Tab | undefined => rng.pick(device.tabs)

const COMMANDS: Command[] = [
  { name: 'save', weight: 40, always: true, act: ({ person }) => person.save() },
  { name: 'decide', weight: 12, always: true, act: ({ person }) => person.decide() },
  { name: 'draft', weight: 5, act: ({ person }) => person.draft() },
  { name: 'look', weight: 3, act: ({ person }) => person.look() },
  {
    name: 'open a tab',
    weight: 5,
    act: ({ device }) => {
      if (device.tabs.length < 3) device.openTab()
    },
  },
  {
    name: 'kill soon',
    weight: 10,
    act(actors, rng) {
      const tab = anyTab(actors, rng)
      if (tab) tab.fuse = rng.int(1, 60)
    },
  },
  {
    name: 'close a tab',
    weight: 3,
    act(actors, rng) {
      const tab = anyTab(actors, rng)
      if (tab) actors.device.kill(tab)
    },
  },
  {
    name: 'freeze',
    weight: 5,
    act(actors, rng) {
      const tab = anyTab(actors, rng)
      if (tab) actors.device.freeze(tab)
    },
  },
  {
    name: 'thaw',
    weight: 5,
    always: true,
    act({ device }, rng) {
      const tab = rng.pick(device.tabs.filter((tab) => tab.frozen))
      if (tab) device.thaw(tab)
    },
  },
  {
    name: 'offline',
    weight: 5,
    act: ({ network }) => {
      network.online = false
    },
  },
  {
    name: 'online',
    weight: 8,
    always: true,
    act({ network, device }) {
      network.online = true
      device.wakeAll('online')
    },
  },
  { name: 'log out', weight: 3, act: ({ device }) => device.logout() },
  {
    name: 'log in',
    weight: 6,
    always: true,
    act: ({ device }, rng) => device.login(rng.chance(0.7) ? (device.session?.user ?? USERS[0]!) : rng.pick(USERS)),
  },
  {
    name: 'hand over soon',
    weight: 4,
    act({ timeline, device }, rng) {
      const next = rng.pick(USERS)
      timeline.at(rng.int(1, 150), () => device.login(next))
    },
  },
  {
    name: 'revoke',
    weight: 2,
    act: ({ server, device }) => {
      if (device.session?.stamp) server.tokens.delete(device.session.stamp)
    },
  },
  {
    name: 'clock jump',
    weight: 4,
    act: ({ device }, rng) => {
      device.wallOffset += rng.int(-3 * DAY, 9 * DAY)
    },
  },
  {
    name: 'days go by',
    weight: 3,
    act({ timeline, device }, rng) {
      device.tabs.slice().forEach(device.kill)
      timeline.skip(rng.int(DAY / 2, 4 * DAY))
    },
  },
  {
    name: 'deploy',
    weight: 2,
    act: ({ device }) => {
      device.version = 2
    },
  },
  {
    name: 'disk full',
    weight: 2,
    act: ({ device }) => {
      device.quotaFull = true
    },
  },
  {
    name: 'disk freed',
    weight: 4,
    always: true,
    act: ({ device }) => {
      device.quotaFull = false
    },
  },
  {
    name: 'connection lost',
    weight: 3,
    act: ({ device }, rng) => {
      device.lost = rng.int(1, 6)
    },
  },
  {
    name: 'others edit',
    weight: 3,
    act({ server, person }) {
      const uuid = person.anyEntity()
      if (uuid) server.othersEdit(uuid)
    },
  },
  {
    name: 'server dies soon',
    weight: 5,
    act: ({ server }, rng) => {
      server.fuse = rng.int(1, 20)
    },
  },
  {
    name: 'wake',
    weight: 4,
    always: true,
    act: ({ device }, rng) => device.wakeAll(rng.pick(['focus', 'visible', 'probe', 'timer'])),
  },
]

/** One command at a time; there is always a tab to act in, and an outdated one is reloaded sooner or later. */
function createActor(rng: Rng, actors: Actors, rates: Rates, log?: (line: string) => void): () => void {
  const total = rates.weights.reduce((sum, weight) => sum + weight, 0)
  return () => {
    const { device } = actors
    for (const tab of [...device.tabs]) if (tab.outdated && rng.chance(0.5)) device.kill(tab)
    if (!device.tabs.length) device.openTab()
    let dart = rng.next() * total
    const command = COMMANDS.find((_, i) => {
      dart -= rates.weights[i]!
      return dart < 0
    })!
    log?.(`${actors.timeline.now()} ${command.name}`)
    command.act(actors, rng)
  }
}
