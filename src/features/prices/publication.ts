import { prices, type StationPrices } from '../../contract/prices/prices.ts'
import { call } from '../../lib/api.ts'
import { ApiError, isFinal } from '../../lib/api-error.ts'
import { sha256 } from '../../lib/sha256.ts'
import { oneTab } from '../../outbox/one-tab.ts'
import { confirmationReason, overtaken, SELF_DEARER } from '../../rules/prices/price-checks.ts'
import { findCell } from './paste.ts'
import {
  cellKey,
  type DraftPrice,
  type DraftPrices,
  keyOf,
  makesSelfDearer,
  type PriceDraft,
  publishLockOf,
  resetInterrupted,
  type Sending,
} from './price-draft.ts'

export interface PriceWarning {
  key: string
  price: DraftPrice
  reason: string
}
/** The prices to confirm before the draft is published, one warning each. */
export function warningsOf(cells: DraftPrices): PriceWarning[] {
  return Object.values(cells).flatMap((entry) => {
    if (entry.price === null) return []
    const key = cellKey(entry)
    const unusual = confirmationReason(entry.price, entry.now)
    const dearer = makesSelfDearer(cells, entry)
    const reasons = [unusual, dearer && SELF_DEARER].filter((reason) => typeof reason === 'string')
    return reasons.length ? [{ key, price: entry, reason: reasons.join(' ') }] : []
  })
}

/** The prices of the draft over those in force now, and what has changed since they were written, by key. */
export interface Preview {
  cells: DraftPrices
  meanwhile: ReadonlyMap<string, string>
}
/** As many stations as a filter takes. */
const AT_ONCE = 100
/** For so many changed prices it is asked who published them: a ministry's file changes thousands. */
const NAMED = 20
/** Reads the prices in force anew, so that a colleague's price is not published over unseen. */
export async function readPreview(cells: DraftPrices): Promise<Preview> {
  const ids = [...new Set(Object.values(cells).flatMap(({ price, station }) => (price === null ? [] : station.id)))]
  const rows: StationPrices[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const page = await call(prices.list, { station_id: ids.slice(at, at + AT_ONCE), per_page: AT_ONCE }, { part: true })
    rows.push(...page.data)
  }
  const meanwhile = new Map<string, string>()
  const fresh = async ([key, entry]: [string, DraftPrice]) => {
    const cell = entry.price === null ? undefined : findCell(rows, key, () => entry.fuel)
    if (cell && cell.now !== entry.now) {
      meanwhile.set(key, overtaken(cell.now, null))
      if (meanwhile.size <= NAMED) meanwhile.set(key, overtaken(cell.now, await authorOf(rows, entry)))
    }
    return [key, { ...entry, ...cell }] as const
  }
  return { cells: Object.fromEntries(await Promise.all(Object.entries(cells).map(fresh))), meanwhile }
}
/** Who published the price in force; null if it is not known. */
async function authorOf(rows: readonly StationPrices[], { station, fuel_id, mode }: DraftPrice) {
  const cell = rows.find(({ id }) => id === station.id)?.cells.find((one) => one.fuel_id === fuel_id && one.mode === mode)
  return cell?.id
    ? call(prices.get, { id: cell.id }, { part: true }).then(
        ({ author }) => author,
        () => null,
      )
    : null
}

/** Idempotency key made from the content, so that another tab, or a retry after a lost answer, sends the same key. */
async function keyOfContent(entries: readonly DraftPrice[], valid_from: string | undefined, confirm: boolean): Promise<string> {
  if (entries.some(({ id }) => !id)) return crypto.randomUUID()
  const content = [...entries.map(({ id, price, now }) => `${id} ${price} ${now}`).sort(), valid_from, confirm]
  const hash = await sha256(new TextEncoder().encode(content.join('|')).buffer)
  // Formatted as a version 8 UUID (RFC 9562), because the server accepts only UUIDs as keys.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
/** One call per station, with all its valid prices. */
export async function sendingsOf(cells: DraftPrices, valid_from: string | undefined, confirm: boolean): Promise<Sending[]> {
  const byStation = new Map<number, DraftPrice[]>()
  for (const one of Object.values(cells).filter(({ price }) => price !== null))
    byStation.set(one.station.id, [...(byStation.get(one.station.id) ?? []), one])
  return Promise.all(
    [...byStation.values()].map(async (entries) => ({
      key: await keyOfContent(entries, valid_from, confirm),
      station: entries[0]!.station,
      body: {
        station_id: entries[0]!.station.id,
        prices: entries.map(({ fuel_id, mode, price, now }) => ({
          ...{ fuel_id, mode, price: price!, expected: now },
          ...(valid_from && { valid_from }),
        })),
        confirm,
      },
      state: 'waiting' as const,
    })),
  )
}
const messageOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return 'Errore imprevisto.'
  return [...new Set(Object.values(error.fields))].join(' ') || error.message
}
export const isBusy = (all: readonly Sending[]) => all.some(({ state }) => state === 'sending' || state === 'waiting')

/** Publishes what the preview showed. A lock across tabs ensures that it is published once, however often the button is pressed. */
export const publish = (draft: PriceDraft, valid_from: string | undefined, confirm: boolean, cells: DraftPrices) =>
  oneTab(publishLockOf(draft.user), async () => {
    if (isBusy(draft.sending.get())) return
    // An earlier press, or another tab, may have published or changed some of it.
    const left = Object.entries(cells).filter(([key, { id }]) => draft.cells.get()[key] && draft.cells.get()[key]!.id === id)
    const all = await sendingsOf(Object.fromEntries(left), valid_from, confirm)
    if (!all.length) return
    const from = draft.from.get()
    draft.setSending(all.map((one) => ({ ...one, from })))
    await sendAll(draft)
  })
/** Sends the waiting publications. It continues when the person leaves the page. */
export const resumeSending = (draft: PriceDraft) => oneTab(publishLockOf(draft.user), () => sendAll(draft))

/** Sends one station after the other and removes published prices from the draft. */
async function sendAll(draft: PriceDraft): Promise<void> {
  const set = (key: string, change: Partial<Sending>) =>
    draft.setSending(draft.sending.get().map((one) => (one.key === key ? { ...one, ...change } : one)))
  draft.setSending(resetInterrupted(draft.sending.get()))
  for (;;) {
    const next = draft.sending.get().find(({ state }) => state === 'waiting')
    if (!next) {
      // Only wrong values are left: what is written next begins from "Da subito" again.
      if (draft.from.get() && draft.sending.get().every(({ state }) => state === 'done')) draft.setFrom(undefined)
      return
    }
    set(next.key, { state: 'sending' })
    // Stored before sending, so that after a reload it is sent again under the same key.
    await draft.flush()
    /** Changes the cells of this publication. A cell edited in the meantime holds another price and stays. */
    const cells = (change: (one: DraftPrice) => DraftPrice | undefined) =>
      draft.put(
        Object.fromEntries(
          next.body.prices.flatMap(({ fuel_id, mode, price }) => {
            const key = keyOf(next.station.id, fuel_id, mode)
            const one = draft.cells.get()[key]
            return one?.price === price ? [[key, change(one)]] : []
          }),
        ),
        false,
      )
    try {
      const held = draft.cells.get()
      const { warnings, prices: made } = await call(prices.create, next.body, { headers: { 'Idempotency-Key': next.key }, part: true })
      cells(() => undefined)
      const published = made.flatMap(({ id, fuel_id, mode }) => {
        const entry = held[keyOf(next.station.id, fuel_id, mode)]
        return entry ? [{ id, entry }] : []
      })
      set(next.key, { state: 'done', message: warnings.map(({ message }) => message).join(' '), made: published })
    } catch (error) {
      // The server repeats a refusal for the same key, so a retry needs new keys.
      const refused = error instanceof ApiError && isFinal(error)
      if (refused) cells((one) => ({ ...one, id: crypto.randomUUID() }))
      const again = !(error instanceof ApiError && error.hasFields)
      set(next.key, { state: 'failed', message: messageOf(error), again, ...(refused && { key: crypto.randomUUID() }) })
    }
  }
}
/** True for a failed publication that may succeed as it is. */
export const isRetried = ({ state, again }: Sending) => state === 'failed' && again !== false
/** Sends the failed publications again, and only those. */
export function retryFailed(draft: PriceDraft): Promise<void> {
  draft.setSending(draft.sending.get().map((one) => (isRetried(one) ? { ...one, state: 'waiting' } : one)))
  return resumeSending(draft)
}
/**
 * Takes back what was published last: each price is deleted, the one before it is in force again, and what was typed stands in the draft as before.
 * A price that cannot be taken back stays published and its station says why; one that is gone already counts as taken back.
 */
export const takeBack = (draft: PriceDraft) =>
  oneTab(publishLockOf(draft.user), async () => {
    for (const { key, station, from, made = [] } of draft.sending.get()) {
      const left = [...made]
      let message: string | undefined
      for (const { id, entry } of made) {
        try {
          await call(prices.remove, { stationId: station.id, priceId: id }, { part: true })
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) message = messageOf(error)
        }
        if (message) break
        left.shift()
        if (from && !Object.keys(draft.cells.get()).length) draft.setFrom(from)
        // A new id, because the key of its content is used up; what was typed meanwhile stays.
        if (!draft.cells.get()[cellKey(entry)]) draft.put({ [cellKey(entry)]: { ...entry, id: crypto.randomUUID() } }, false)
      }
      if (!made.length) continue
      draft.setSending(
        draft.sending
          .get()
          .flatMap((one) => (one.key !== key ? one : message ? { ...one, made: left, message: `Non annullato. ${message}` } : [])),
      )
    }
  })
