/** Somebody at a record, as one tab tells it. It expires unless it is told again. */
export interface Lease {
  /** Resource and id, as `tickets 12`. */
  at: string
  /** The id of the browser's tab. */
  tab: string
  user: { id: number; name: string }
  state: 'viewing' | 'writing' | 'gone'
}
export interface Person {
  id: number
  name: string
  writing: boolean
}
/** A tab tells that it is there every 20 seconds, and that somebody writes every three at most (`src/features/tickets/use-presence.ts`). */
const VIEWING_MS = 45_000
const WRITING_MS = 8_000

interface Held extends Lease {
  viewingUntil: number
  writingUntil: number
}
/** The leases of all processes as this one has heard of them. `changed` is called with a record when the people there, or what they do, have changed. */
export function createPresence(changed: (at: string) => void, clock: () => number) {
  const records = new Map<string, Map<string, Held>>()
  /** The people of each record, as JSON, when `changed` was last called. */
  const reported = new Map<string, string>()
  const peopleAt = (at: string): Person[] => {
    const now = clock()
    const found = new Map<number, Person>()
    for (const { user, viewingUntil, writingUntil } of records.get(at)?.values() ?? []) {
      if (viewingUntil <= now) continue
      const known = found.get(user.id)
      found.set(user.id, { ...user, writing: writingUntil > now || !!known?.writing })
    }
    return [...found.values()].sort((a, b) => a.id - b.id)
  }
  function report(at: string) {
    const now = JSON.stringify(peopleAt(at))
    if ((reported.get(at) ?? '[]') === now) return
    if (now === '[]') reported.delete(at)
    else reported.set(at, now)
    changed(at)
  }
  return {
    peopleAt,
    recordsOf: (resource: string) => [...records.keys()].filter((at) => at.startsWith(`${resource} `)),
    hear(lease: Lease) {
      const { at, tab, state } = lease
      const here = records.get(at) ?? new Map<string, Held>()
      if (state === 'gone') here.delete(tab)
      else {
        const now = clock()
        here.set(tab, { ...lease, viewingUntil: now + VIEWING_MS, writingUntil: state === 'writing' ? now + WRITING_MS : 0 })
      }
      if (here.size) records.set(at, here)
      else records.delete(at)
      report(at)
    },
    /** Ends the leases that were not told again. */
    expire() {
      const now = clock()
      for (const [at, here] of records) {
        for (const [tab, { viewingUntil }] of here) if (viewingUntil <= now) here.delete(tab)
        if (!here.size) records.delete(at)
        report(at)
      }
    },
    /** For a process that has just begun to listen. */
    leases: (): Lease[] =>
      [...records.values()].flatMap((here) => [...here.values()]).map(({ at, tab, user, state }) => ({ at, tab, user, state })),
  }
}
