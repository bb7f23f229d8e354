import type { Input } from '../../contract/kernel/endpoint.ts'
import type { prices, StationPrices } from '../../contract/prices/prices.ts'
import { formDraft, place } from '../../crud/form/form-draft.ts'
import { createStore } from '../../lib/store.ts'
import { readPrice } from './read-price.ts'

type Mode = StationPrices['cells'][number]['mode']
/** A cell of the grid: whose it is, and what was in force when it was looked at last. */
export interface Cell {
  station: { id: number; code: string; name: string }
  fuel_id: number
  fuel: string
  mode: Mode
  now: number | null
  /** Of the same fuel in the other mode. */
  other: number | null
}
export interface Typed extends Cell {
  /** Of this typing, in every tab and after a reload; what was typed by an older version has none. */
  id?: string
  text: string
  /** Null where what is typed is no price: `wrong` says why. */
  price: number | null
  wrong?: string
}
export type TypedCells = Readonly<Record<string, Typed>>
export const keyOf = (station: number, fuel: number, mode: Mode) => `${station}:${fuel}:${mode}`
export const cellKey = ({ station, fuel_id, mode }: Cell) => keyOf(station.id, fuel_id, mode)
/** The publication of one station. Its key is of this content: sent again after a lost answer it is done once. */
export interface Sending {
  key: string
  station: Typed['station']
  body: Input<typeof prices.create>
  state: 'waiting' | 'sending' | 'done' | 'failed'
  message?: string
}
/** From when on: undefined is now; else a day and a time in Rome, as they were typed. */
export interface From {
  day: string | null
  time: string | null
}
/** The box that is open: what it began with, and what stands in it since. */
export interface Editing {
  key: string
  text: string
  typed?: string
}
/** What a tab tells the others of this device: there is one draft, not one a tab. */
interface Told {
  changes?: Readonly<Record<string, Typed | undefined>>
  from?: { value: From | undefined }
  sending?: readonly Sending[]
  job?: { value: number | undefined }
}
/** Of which one tab at a time is the holder: the one that publishes. */
export const publisherOf = (user: number) => `piazzale-prices-${user}`

/** What was on its way when nobody is there any more to send it. */
export const interrupted = (all: readonly Sending[]): readonly Sending[] =>
  all.map((one) => (one.state === 'sending' ? { ...one, state: 'waiting' } : one))

function create(user: number) {
  const cells = createStore<TypedCells>({})
  const editing = createStore<Editing | undefined>(undefined)
  const from = createStore<From | undefined>(undefined)
  const sending = createStore<readonly Sending[]>([])
  /** The variation that was begun last. */
  const job = createStore<number | undefined>(undefined)
  const ready = createStore(false)
  const draft = formDraft(user, 'prices')
  const past: TypedCells[] = []
  void draft.read().then((stored) => {
    const kept = stored?.values as { cells?: TypedCells; from?: From; sending?: Sending[]; job?: number } | undefined
    cells.set({ ...kept?.cells, ...cells.get() })
    if (kept?.from) from.set(kept.from)
    if (kept?.job) job.set(kept.job)
    // What was on its way when the page went: nobody knows what became of it, until it is sent again under its own key.
    if (kept?.sending) sending.set(interrupted(kept.sending))
    ready.set(true)
  })
  // What is pending is written before the page may go.
  const flush = () => void draft.flush()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
  addEventListener('pagehide', flush)
  const keep = () => {
    const values = { cells: cells.get(), from: from.get(), sending: sending.get(), job: job.get() }
    if (!Object.keys(values.cells).length && !values.sending.length && !values.job) return void draft.clear()
    draft.write({ values, base: {}, rev: undefined, attempt: undefined, ...place() })
  }
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(publisherOf(user))
  const tell = (told: Told) => channel?.postMessage(told)
  const change = (changes: Readonly<Record<string, Typed | undefined>>) => {
    const next = Object.entries({ ...cells.get(), ...changes }).filter((entry): entry is [string, Typed] => !!entry[1])
    cells.set(Object.fromEntries(next))
  }
  let waiting = false
  /** Once no tab publishes any more: what one that is gone had on its way waits, for this one to go on with. */
  async function whenLeft() {
    if (waiting || !navigator.locks) return
    waiting = true
    await navigator.locks.request(publisherOf(user), () => sending.set(interrupted(sending.get())))
    waiting = false
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.changes) change(data.changes)
    if (data.from) from.set(data.from.value)
    if (data.job) job.set(data.job.value)
    if (data.sending) {
      sending.set(data.sending)
      if (data.sending.some(({ state }) => state === 'sending')) void whenLeft()
    }
    // Over what this tab has still to write.
    keep()
  })
  return {
    user,
    /** What a cell shows: the box that is open in it, or what is typed there. One subscription a cell, for there may be a thousand of them. */
    subscribe(listener: () => void) {
      const stops = [cells.subscribe(listener), editing.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    shownAt: (at: string) => (editing.get()?.key === at ? editing.get()! : cells.get()[at]),
    cells,
    editing,
    from,
    sending,
    job,
    ready,
    flush: draft.flush,
    /** What is typed into cells, by key; undefined takes it back. One step of Ctrl+Z. */
    put(changes: Readonly<Record<string, Typed | undefined>>, step = true) {
      if (step) past.push(cells.get())
      change(changes)
      keep()
      tell({ changes })
    },
    /** What was typed before, and which cell it is about. */
    undo(): string | undefined {
      const before = past.pop()
      if (!before) return undefined
      const now = cells.get()
      const keys = Object.keys({ ...before, ...now }).filter((key) => before[key] !== now[key])
      // Brought back it is typed again: what was published meanwhile is to be published once more, and not taken for done.
      const back = (one: Typed | undefined) => one && { ...one, id: crypto.randomUUID() }
      const changes = Object.fromEntries(keys.map((key) => [key, back(before[key])]))
      change(changes)
      keep()
      tell({ changes })
      return keys[0]
    },
    setFrom(next: From | undefined) {
      from.set(next)
      keep()
      tell({ from: { value: next } })
    },
    setJob(next: number | undefined) {
      job.set(next)
      keep()
      tell({ job: { value: next } })
    },
    setSending(next: readonly Sending[]) {
      sending.set(next)
      keep()
      tell({ sending: next })
    },
  }
}
export type TypedPrices = ReturnType<typeof create>

let last: { user: number; typed: TypedPrices } | undefined
/** What the person has typed on this device and not published, whatever page is open meanwhile. */
export function typedOf(user: number): TypedPrices {
  if (last?.user !== user) last = { user, typed: create(user) }
  return last.typed
}
/** A text typed into a cell; undefined for none. */
export function typedIn(cell: Cell, text: string): Typed | undefined {
  const read = readPrice(text)
  if (!read) return undefined
  return { ...cell, id: crypto.randomUUID(), text, ...('price' in read ? read : { price: null, wrong: read.wrong }) }
}
