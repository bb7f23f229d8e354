import { prices } from '../../contract/prices.ts'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { askedOf, isSelfDearer, SELF_DEARER } from '../../rules/price-guards.ts'
import { cellKey, keyOf, type Sending, type Typed, type TypedCells, type TypedPrices } from './typed.ts'

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

/** A call a station, of all that can be published. */
export function sendingsOf(cells: TypedCells, valid_from: string | undefined, confirm: boolean): Sending[] {
  const byStation = new Map<number, Typed[]>()
  for (const one of Object.values(cells).filter(({ price }) => price !== null))
    byStation.set(one.station.id, [...(byStation.get(one.station.id) ?? []), one])
  return [...byStation.values()].map((typed) => ({
    key: crypto.randomUUID(),
    station: typed[0]!.station,
    body: {
      station_id: typed[0]!.station.id,
      prices: typed.map(({ fuel_id, mode, price }) => ({ fuel_id, mode, price: price!, ...(valid_from && { valid_from }) })),
      confirm,
    },
    state: 'waiting',
  }))
}
const said = (error: unknown) => {
  if (!(error instanceof ApiError)) return 'Errore imprevisto.'
  return [...new Set(Object.values(error.fields))].join(' ') || error.message
}
/** An answer that refuses: the same key would give the same answer for ever. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Sends what waits, one station after the other; what is published is no longer typed. Whatever page is open meanwhile. */
export async function send(typed: TypedPrices): Promise<void> {
  const set = (key: string, change: Partial<Sending>) =>
    typed.setSending(typed.sending.get().map((one) => (one.key === key ? { ...one, ...change } : one)))
  if (typed.sending.get().some(({ state }) => state === 'sending')) return
  for (;;) {
    const next = typed.sending.get().find(({ state }) => state === 'waiting')
    if (!next) return
    set(next.key, { state: 'sending' })
    // On the disk before it leaves: after a reload it goes again under this key.
    await typed.flush()
    try {
      const { warnings } = await call(prices.create, next.body, { headers: { 'Idempotency-Key': next.key }, part: true })
      const changes = next.body.prices.flatMap(({ fuel_id, mode, price }) => {
        const key = keyOf(next.station.id, fuel_id, mode)
        // Typed over meanwhile, it is another price.
        return typed.cells.get()[key]?.price === price ? [[key, undefined] as const] : []
      })
      typed.put(Object.fromEntries(changes), false)
      set(next.key, { state: 'done', message: warnings.map(({ message }) => message).join(' ') })
    } catch (error) {
      set(next.key, { state: 'failed', message: said(error), ...(isRefusal(error) && { key: crypto.randomUUID() }) })
    }
  }
}
/** What failed waits again, and nothing else. */
export function again(typed: TypedPrices): Promise<void> {
  typed.setSending(typed.sending.get().map((one) => (one.state === 'failed' ? { ...one, state: 'waiting' } : one)))
  return send(typed)
}
