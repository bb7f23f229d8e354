import type { Device, Tab } from './device.ts'
import type { Network, NetworkFaults } from './network.ts'
import { type Person, USERS } from './person.ts'
import { TICKET_LANES } from './replies.ts'
import type { Rng } from './rng.ts'
import type { Server, ServerFaults } from './server.ts'
import type { Timeline } from './timeline.ts'

/** The conditions of a storm: how often each fault strikes, and what people, tabs, network and server do meanwhile. */

const DAY = 86_400_000

export interface Rates {
  network: NetworkFaults
  server: ServerFaults
  latency: number
  /** Share of commands that follow at once, into what the one before has set going. */
  hurry: number
  /** Weight of each command. */
  weights: number[]
}

/** Each schedule has its own weather: about half of the faults, at rates of its own. */
export function drawRates(rng: Rng): Rates {
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
  timeline: Timeline
  server: Server
  network: Network
  device: Device
  person: Person
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
  { name: 'note', weight: 16, always: true, act: ({ person }) => person.note() },
  { name: 'reply', weight: 12, always: true, act: ({ person }) => person.reply() },
  { name: 'open a ticket', weight: 10, always: true, act: ({ person }) => person.openTicket() },
  { name: 'order', weight: 8, always: true, act: ({ person }) => person.order() },
  { name: 'acknowledge', weight: 4, always: true, act: ({ person }) => person.acknowledge() },
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
  { name: 'close a ticket', weight: 4, act: ({ server }, rng) => server.close(rng.pick(TICKET_LANES)!) },
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
export function createActor(rng: Rng, actors: Actors, rates: Rates, log?: (line: string) => void): () => void {
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
