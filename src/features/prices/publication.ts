import { prices } from '../../contract/prices/prices.ts'
import { call } from '../../lib/api.ts'
import { ApiError, isFinal } from '../../lib/api-error.ts'
import { sha256 } from '../../lib/sha256.ts'
import { oneTab } from '../../outbox/one-tab.ts'
import { askedOf, isSelfDearer, SELF_DEARER } from '../../rules/prices/guards.ts'
import { cellKey, interrupted, keyOf, publisherOf, type Sending, type Typed, type TypedCells, type TypedPrices } from './typed.ts'

export interface Guard {
  key: string
  typed: Typed
  why: string
}
/** What has to be asked about what is typed, before it is published. */
export function guardsOf(cells: TypedCells): Guard[] {
  return Object.values(cells).flatMap((typed) => {
    if (typed.price === null) return []
    const key = cellKey(typed)
    const asked = askedOf(typed.price, typed.now)
    const opposite = typed.mode === 'self' ? 'serve' : 'self'
    const beside = cells[keyOf(typed.station.id, typed.fuel_id, opposite)]
    const other = beside?.price ?? typed.other
    const [self, serve] = typed.mode === 'self' ? [typed.price, other] : [other, typed.price]
    // Of two that are typed it is said of the self one.
    const dearer = isSelfDearer(self, serve) && !(beside?.price && typed.mode === 'serve')
    return [...(asked ? [{ key, typed, why: asked }] : []), ...(dearer ? [{ key, typed, why: SELF_DEARER }] : [])]
  })
}

/** Of what was typed, so that any tab that publishes it publishes the same thing, and after a lost answer too. */
async function keyOfContent(typed: readonly Typed[], valid_from: string | undefined, confirm: boolean): Promise<string> {
  if (typed.some(({ id }) => !id)) return crypto.randomUUID()
  const content = [...typed.map(({ id, price }) => `${id} ${price}`).sort(), valid_from, confirm]
  const hash = await sha256(new TextEncoder().encode(content.join('|')).buffer)
  // As a UUID of contents of one's own (RFC 9562, version 8): the server takes no other keys.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
/** A call a station, of all that can be published. */
export async function sendingsOf(cells: TypedCells, valid_from: string | undefined, confirm: boolean): Promise<Sending[]> {
  const byStation = new Map<number, Typed[]>()
  for (const one of Object.values(cells).filter(({ price }) => price !== null))
    byStation.set(one.station.id, [...(byStation.get(one.station.id) ?? []), one])
  return Promise.all(
    [...byStation.values()].map(async (typed) => ({
      key: await keyOfContent(typed, valid_from, confirm),
      station: typed[0]!.station,
      body: {
        station_id: typed[0]!.station.id,
        prices: typed.map(({ fuel_id, mode, price }) => ({ fuel_id, mode, price: price!, ...(valid_from && { valid_from }) })),
        confirm,
      },
      state: 'waiting' as const,
    })),
  )
}
const said = (error: unknown) => {
  if (!(error instanceof ApiError)) return 'Errore imprevisto.'
  return [...new Set(Object.values(error.fields))].join(' ') || error.message
}
export const isBusy = (all: readonly Sending[]) => all.some(({ state }) => state === 'sending' || state === 'waiting')

/** Publishes what is typed: one tab of the device, and once, however often and wherever it was pressed. */
export const publish = (typed: TypedPrices, valid_from: string | undefined, confirm: boolean) =>
  oneTab(publisherOf(typed.user), async () => {
    if (isBusy(typed.sending.get())) return
    const all = await sendingsOf(typed.cells.get(), valid_from, confirm)
    // Published meanwhile, by a press before this one.
    if (!all.length) return
    typed.setSending(all)
    await sendAll(typed)
  })
/** Sends what waits, whatever page is open meanwhile. */
export const send = (typed: TypedPrices) => oneTab(publisherOf(typed.user), () => sendAll(typed))

/** One station after the other; what is published is no longer typed. */
async function sendAll(typed: TypedPrices): Promise<void> {
  const set = (key: string, change: Partial<Sending>) =>
    typed.setSending(typed.sending.get().map((one) => (one.key === key ? { ...one, ...change } : one)))
  typed.setSending(interrupted(typed.sending.get()))
  for (;;) {
    const next = typed.sending.get().find(({ state }) => state === 'waiting')
    if (!next) return
    set(next.key, { state: 'sending' })
    // On the disk before it leaves: after a reload it goes again under this key.
    await typed.flush()
    /** The cells of it; typed over meanwhile, one is another price. */
    const cells = (change: (one: Typed) => Typed | undefined) =>
      typed.put(
        Object.fromEntries(
          next.body.prices.flatMap(({ fuel_id, mode, price }) => {
            const key = keyOf(next.station.id, fuel_id, mode)
            const one = typed.cells.get()[key]
            return one?.price === price ? [[key, change(one)]] : []
          }),
        ),
        false,
      )
    try {
      const { warnings } = await call(prices.create, next.body, { headers: { 'Idempotency-Key': next.key }, part: true })
      cells(() => undefined)
      set(next.key, { state: 'done', message: warnings.map(({ message }) => message).join(' ') })
    } catch (error) {
      // A refusal stands for good under its key: what is sent again is another try.
      const refused = error instanceof ApiError && isFinal(error)
      if (refused) cells((one) => ({ ...one, id: crypto.randomUUID() }))
      set(next.key, { state: 'failed', message: said(error), ...(refused && { key: crypto.randomUUID() }) })
    }
  }
}
/** What failed waits again, and nothing else. */
export function again(typed: TypedPrices): Promise<void> {
  typed.setSending(typed.sending.get().map((one) => (one.state === 'failed' ? { ...one, state: 'waiting' } : one)))
  return send(typed)
}
