import type { Input } from '../../contract/kernel/endpoint.ts'
import type { prices, StationPrices } from '../../contract/prices/prices.ts'
import { currentAddress, formDraft } from '../../crud/form/form-draft.ts'
import { createStore } from '../../lib/store.ts'
import { isSelfDearer } from '../../rules/prices/price-checks.ts'
import { parsePrice } from './parse-price.ts'

type Mode = StationPrices['cells'][number]['mode']
/** A cell of the grid: its series, and the price in force when it was last read. */
export interface Cell {
  station: Pick<StationPrices, 'id' | 'code' | 'name'> & Partial<Pick<StationPrices, 'status'>>
  fuel_id: number
  fuel: string
  mode: Mode
  now: number | null
  /** The current price of the same fuel in the other mode. */
  other: number | null
  /** True if another price follows by itself, so that the one in force may be wanted again. */
  planned?: boolean
}
export interface DraftPrice extends Cell {
  /** Identifies this entry in every tab and after a reload. Drafts of older app versions have none. */
  id?: string
  text: string
  /** Null if the text is no price; `wrong` then says why. */
  price: number | null
  wrong?: string
  /** True for the price in force that is communicated again on purpose ("Rinnova"). */
  renewed?: boolean
}
export type DraftPrices = Readonly<Record<string, DraftPrice>>
export const keyOf = (station: number, fuel: number, mode: Mode) => `${station}:${fuel}:${mode}`
export const cellKey = ({ station, fuel_id, mode }: Cell) => keyOf(station.id, fuel_id, mode)
/** The series of a draft as one text, so that a page is drawn anew only where they change: `1-self,2-serve`. */
export const seriesOf = (cells: DraftPrices) =>
  [...new Set(Object.values(cells).map(({ fuel_id, mode }) => `${fuel_id}-${mode}`))].sort().join()
/** True if with this price self service would cost more than served. Said once if both are in the draft: of the self price. */
export function makesSelfDearer(cells: DraftPrices, { station, fuel_id, mode, price, other }: DraftPrice): boolean {
  const beside = cells[keyOf(station.id, fuel_id, mode === 'self' ? 'serve' : 'self')]?.price
  if (beside && mode === 'serve') return false
  const opposite = beside ?? other
  return mode === 'self' ? isSelfDearer(price, opposite) : isSelfDearer(opposite, price)
}
/** The publication of one station. Its key is made from its content, so a retry after a lost answer publishes once. */
export interface Sending {
  key: string
  station: DraftPrice['station']
  body: Input<typeof prices.create>
  state: 'waiting' | 'sending' | 'done' | 'failed'
  message?: string
  /** False for what would be refused again as it is: the person publishes it anew from the preview. */
  again?: boolean
  /** The moment that was chosen, which an undo brings back. */
  from?: ValidFrom | undefined
  /** The published prices that can still be taken back, each with what the draft held. */
  made?: readonly { id: number; entry: DraftPrice }[]
}
/** The day and time in Rome from which prices hold, as entered. Undefined means now. */
export interface ValidFrom {
  day: string | null
  time: string | null
}
/** The open input box: its initial text, and the text entered since. */
export interface Editing {
  key: string
  text: string
  typed?: string
}
/** Message to the other tabs of the device, which share one draft. */
interface TabMessage {
  changes?: Changes
  from?: { value: ValidFrom | undefined }
  sending?: readonly Sending[]
  job?: { value: number | undefined }
}
/** Name of the lock that the publishing tab holds, and of the channel between the tabs. */
export const publishLockOf = (user: number) => `piazzale-prices-${user}`

/** Publications that were cut off while being sent wait again. */
export const resetInterrupted = (all: readonly Sending[]): readonly Sending[] =>
  all.map((one) => (one.state === 'sending' ? { ...one, state: 'waiting' } : one))

type Changes = Readonly<Record<string, DraftPrice | undefined>>

/** The stores of a draft: what the screens subscribe to. */
const createStores = () => ({
  cells: createStore<DraftPrices>({}),
  editing: createStore<Editing | undefined>(undefined),
  from: createStore<ValidFrom | undefined>(undefined),
  sending: createStore<readonly Sending[]>([]),
  /** The variation that was started last. */
  job: createStore<number | undefined>(undefined),
  /** True once the stored draft has been read. */
  ready: createStore(false),
})
type Stores = ReturnType<typeof createStores>

/** Loads the draft from the device and writes it back after each change, and before the page closes. */
function persist(user: number, { cells, from, sending, job, ready }: Stores) {
  const draft = formDraft(user, 'prices')
  void draft.read().then((stored) => {
    const kept = stored?.values as { cells?: DraftPrices; from?: ValidFrom; sending?: Sending[]; job?: number } | undefined
    cells.set({ ...kept?.cells, ...cells.get() })
    if (kept?.from) from.set(kept.from)
    if (kept?.job) job.set(kept.job)
    // The outcome of a publication cut off by a reload is unknown until it is sent again under its own key.
    if (kept?.sending) sending.set(resetInterrupted(kept.sending))
    ready.set(true)
  })
  const flush = () => void draft.flush()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
  addEventListener('pagehide', flush)
  return {
    flush: draft.flush,
    save() {
      const values = { cells: cells.get(), from: from.get(), sending: sending.get(), job: job.get() }
      if (!Object.keys(values.cells).length && !values.sending.length && !values.job) return void draft.clear()
      draft.write({ values, base: {}, rev: undefined, attempt: undefined, ...currentAddress() })
    },
  }
}

/** Sets cells by key; undefined removes one. */
function applyChanges({ cells }: Stores, changes: Changes) {
  const next = Object.entries({ ...cells.get(), ...changes }).filter((entry): entry is [string, DraftPrice] => !!entry[1])
  cells.set(Object.fromEntries(next))
}

/** Keeps the draft the same in all tabs of the device. Gives a function that tells the other tabs of a change. */
function syncTabs(user: number, stores: Stores, save: () => void) {
  const { from, job, sending } = stores
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(publishLockOf(user))
  let waiting = false
  /** Once no tab holds the publishing lock, publications of a closed tab wait again and this tab can resume them. */
  async function resetWhenReleased() {
    if (waiting || !navigator.locks) return
    waiting = true
    await navigator.locks.request(publishLockOf(user), () => sending.set(resetInterrupted(sending.get())))
    waiting = false
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.changes) applyChanges(stores, data.changes)
    if (data.from) from.set(data.from.value)
    if (data.job) job.set(data.job.value)
    if (data.sending) {
      sending.set(data.sending)
      if (data.sending.some(({ state }) => state === 'sending')) void resetWhenReleased()
    }
    // Replaces an older state that this tab may still be about to write.
    save()
  })
  return (message: TabMessage) => channel?.postMessage(message)
}

function createPriceDraft(user: number) {
  const stores = createStores()
  const { cells, editing, from, sending, job } = stores
  const { flush, save } = persist(user, stores)
  const broadcast = syncTabs(user, stores, save)
  const undoStack: DraftPrices[] = []
  const setFrom = (next: ValidFrom | undefined) => {
    from.set(next)
    save()
    broadcast({ from: { value: next } })
  }
  const change = (changes: Changes) => {
    applyChanges(stores, changes)
    save()
    broadcast({ changes })
    // The moment belongs to the prices that were written for it: the next ones begin from "Da subito".
    if (from.get() && !Object.keys(cells.get()).length) setFrom(undefined)
  }
  return {
    user,
    ...stores,
    flush,
    /** One subscription per cell for both the open box and the draft price, because there may be a thousand cells. */
    subscribe(listener: () => void) {
      const stops = [cells.subscribe(listener), editing.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    /** The value shown in a cell: its open box, or its draft price. */
    shownAt: (at: string) => (editing.get()?.key === at ? editing.get()! : cells.get()[at]),
    /** Whether the price of a cell is to be marked; another cell may change it. */
    isDearerAt(at: string) {
      const mine = cells.get()[at]
      return !!mine && makesSelfDearer(cells.get(), mine)
    },
    /** Sets draft prices by key; undefined removes one. With `step`, the change is one step of Ctrl+Z. */
    put(changes: Changes, step = true) {
      if (step) undoStack.push(cells.get())
      change(changes)
    },
    /** Takes back the last step and gives the key of a cell that it changed. */
    undo(): string | undefined {
      const before = undoStack.pop()
      if (!before) return undefined
      const now = cells.get()
      const keys = Object.keys({ ...before, ...now }).filter((key) => before[key] !== now[key])
      // A restored price gets a new id: if it was published in the meantime, it must be published again.
      const restored = (one: DraftPrice | undefined) => one && { ...one, id: crypto.randomUUID() }
      change(Object.fromEntries(keys.map((key) => [key, restored(before[key])])))
      return keys[0]
    },
    setFrom,
    setJob(next: number | undefined) {
      job.set(next)
      save()
      broadcast({ job: { value: next } })
    },
    setSending(next: readonly Sending[]) {
      sending.set(next)
      save()
      broadcast({ sending: next })
    },
  }
}
export type PriceDraft = ReturnType<typeof createPriceDraft>

let last: { user: number; draft: PriceDraft } | undefined
/** The draft of a user on this device. It stays when the person leaves the page. */
export function priceDraftOf(user: number): PriceDraft {
  if (last?.user !== user) last = { user, draft: createPriceDraft(user) }
  return last.draft
}
/** The prices in force as a draft, to be communicated again unchanged; what was being written is replaced. */
export function renewed(row: StationPrices, cellOf: (key: string) => Cell | undefined): Changes {
  return Object.fromEntries(
    row.cells.flatMap(({ fuel_id, mode, price }) => {
      const key = keyOf(row.id, fuel_id, mode)
      const cell = cellOf(key)
      return cell && price !== null
        ? [[key, { ...cell, id: crypto.randomUUID(), text: price.toFixed(3).replace('.', ','), price, renewed: true }]]
        : []
    }),
  )
}
/** True for a price that is in force already: writing it again changes nothing. */
export const isUnchanged = ({ price, now, planned, renewed }: DraftPrice) => price !== null && price === now && !planned && !renewed
/** A draft price from the text entered into a cell; undefined for an empty text. */
export function parseDraftPrice(cell: Cell, text: string): DraftPrice | undefined {
  const read = parsePrice(text)
  if (!read) return undefined
  return { ...cell, id: crypto.randomUUID(), text, ...('price' in read ? read : { price: null, wrong: read.wrong }) }
}
/** The same, undefined also for the price that is in force already. */
export function changedPrice(cell: Cell, text: string): DraftPrice | undefined {
  const read = parseDraftPrice(cell, text)
  return read && isUnchanged(read) ? undefined : read
}
