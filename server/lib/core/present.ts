/** Who is at a record, as one tab tells it: it ends by itself unless it is told again. */
export interface Lease {
  /** Resource and id, as `tickets 12`. */
  at: string
  /** Of the browser's tab. */
  tab: string
  user: { id: number; name: string }
  state: 'viewing' | 'writing' | 'gone'
}
export interface Person {
  id: number
  name: string
  writing: boolean
}
/** A tab tells that it is there every 20 seconds, and of writing at most every three (`src/features/tickets/use-presence.ts`). */
const VIEWING_MS = 45_000
const WRITING_MS = 8_000

interface Held extends Lease {
  until: number
  writing: number
}
/** The leases of all processes as this one has heard of them. `changed` is called with a place whenever another is there, or writes, than before. */
export function createPresent(changed: (at: string) => void, clock: () => number) {
  const places = new Map<string, Map<string, Held>>()
  const told = new Map<string, string>()
  const people = (at: string): Person[] => {
    const now = clock()
    const found = new Map<number, Person>()
    for (const { user, until, writing } of places.get(at)?.values() ?? []) {
      if (until <= now) continue
      const known = found.get(user.id)
      found.set(user.id, { ...user, writing: writing > now || !!known?.writing })
    }
    return [...found.values()].sort((a, b) => a.id - b.id)
  }
  function look(at: string) {
    const now = JSON.stringify(people(at))
    if ((told.get(at) ?? '[]') === now) return
    if (now === '[]') told.delete(at)
    else told.set(at, now)
    changed(at)
  }
  return {
    people,
    places: (resource: string) => [...places.keys()].filter((at) => at.startsWith(`${resource} `)),
    hear(lease: Lease) {
      const { at, tab, state } = lease
      const here = places.get(at) ?? new Map<string, Held>()
      if (state === 'gone') here.delete(tab)
      else {
        const now = clock()
        here.set(tab, { ...lease, until: now + VIEWING_MS, writing: state === 'writing' ? now + WRITING_MS : 0 })
      }
      if (here.size) places.set(at, here)
      else places.delete(at)
      look(at)
    },
    /** Ends what has not been told again. */
    expire() {
      const now = clock()
      for (const [at, here] of places) {
        for (const [tab, { until }] of here) if (until <= now) here.delete(tab)
        if (!here.size) places.delete(at)
        look(at)
      }
    },
    /** For a process that has just begun to listen. */
    all: (): Lease[] =>
      [...places.values()].flatMap((here) => [...here.values()]).map(({ at, tab, user, state }) => ({ at, tab, user, state })),
  }
}
