// @vitest-environment jsdom
import '../setup-dom.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cellKey, type DraftPrice, type PriceDraft, parseDraftPrice, priceDraftOf } from '../../src/features/prices/price-draft.ts'
import { publish, retryFailed } from '../../src/features/prices/publication.ts'
import { session } from '../../src/lib/session.ts'

type Outcome = 'taken' | 'refused' | 'lost'
const stations = [1, 2, 3] as const
const cellOf = (station: number, mode: 'self' | 'serve') => ({
  ...{ station: { id: station, code: `PV${station}`, name: `Punto ${station}` }, fuel_id: 1, fuel: 'Benzina' },
  ...{ mode, now: 1.7, other: null },
})
const place = fc.record({
  station: fc.constantFrom(...stations),
  mode: fc.constantFrom('self' as const, 'serve' as const),
  price: fc.integer({ min: 1_600, max: 1_900 }).map((price) => price / 1_000),
})
const outcome = fc.constantFrom<Outcome>('taken', 'refused', 'lost')
const outcomes = fc.tuple(outcome, outcome, outcome)
/** What a person does: pastes a block, empties a cell, undoes, publishes, tries again what failed. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ paste: fc.array(place, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ empty: place }) },
  { weight: 3, arbitrary: fc.record({ undo: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ publish: outcomes }) },
  { weight: 2, arbitrary: fc.record({ retry: outcomes }) },
)
type Cells = Record<string, number>
interface Sent {
  station: number
  cells: Cells
  failed: boolean
}
/** The same as plain values: cells, what undo goes back to, and the last publication. */
interface Model {
  cells: Cells
  before: Cells[]
  sent: Sent[]
}

/** A server that treats each station as it is told, and takes a key once. */
function server() {
  const told: Record<number, Outcome> = {}
  const arrived: [key: string, station: number][] = []
  const taken = new Set<string>()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.endsWith('/prices')) throw new TypeError('Failed to fetch')
    const { station_id } = JSON.parse(String(init.body))
    const key = (init.headers as Record<string, string>)['Idempotency-Key']!
    arrived.push([key, station_id])
    if (told[station_id] === 'lost') throw new TypeError('Failed to fetch')
    if (told[station_id] === 'refused') return Response.json({ error: 'Non ora.' }, { status: 422, headers: { 'x-request-id': 'r' } })
    // Of a key that it has taken already a server only repeats its answer: what is published anew needs a new one.
    expect(taken.has(key)).toBe(false)
    taken.add(key)
    return Response.json({ data: { prices: [], warnings: [] } }, { status: 201, headers: { 'x-request-id': 'r' } })
  })
  return { told, arrived }
}
const pricesOf = (draft: PriceDraft): Cells => Object.fromEntries(Object.entries(draft.cells.get()).map(([key, one]) => [key, one.price!]))
const without = (cells: Cells, gone: Cells) => Object.fromEntries(Object.entries(cells).filter(([key, price]) => gone[key] !== price))

async function play(draft: PriceDraft, { told, arrived }: ReturnType<typeof server>, model: Model, one: object) {
  const {
    paste,
    empty,
    undo,
    publish: sent,
    retry,
  } = one as {
    paste?: { station: number; mode: 'self' | 'serve'; price: number }[]
    empty?: { station: number; mode: 'self' | 'serve' }
    undo?: true
    publish?: Outcome[]
    retry?: Outcome[]
  }
  arrived.length = 0
  const expected: number[] = []
  /** What becomes of the stations that are sent. */
  const deliver = (all: Sent[], how: Outcome[]) => {
    for (const [at, station] of stations.entries()) told[station] = how[at]!
    for (const row of all) {
      expected.push(row.station)
      row.failed = told[row.station] !== 'taken'
      if (!row.failed) model.cells = without(model.cells, row.cells)
    }
  }
  if (paste || empty) {
    model.before.push(model.cells)
    const changes: Record<string, DraftPrice | undefined> = {}
    for (const { station, mode, price } of paste ?? []) {
      const put = parseDraftPrice(cellOf(station, mode), String(price).replace('.', ','))!
      changes[cellKey(put)] = put
      model.cells = { ...model.cells, [cellKey(put)]: price }
    }
    if (empty) {
      const key = cellKey(cellOf(empty.station, empty.mode))
      changes[key] = undefined
      model.cells = Object.fromEntries(Object.entries(model.cells).filter(([name]) => name !== key))
    }
    draft.put(changes)
  } else if (undo) {
    draft.undo()
    model.cells = model.before.pop() ?? model.cells
  } else if (sent) {
    const of = (station: number) => Object.fromEntries(Object.entries(model.cells).filter(([key]) => key.startsWith(`${station}:`)))
    const order = [...new Set(Object.values(draft.cells.get()).map(({ station }) => station.id))]
    const all = order.map((station) => ({ station, cells: of(station), failed: false }))
    if (all.length) model.sent = all
    deliver(all, sent)
    await publish(draft, undefined, false, draft.cells.get())
  } else {
    deliver(
      model.sent.filter(({ failed }) => failed),
      retry!,
    )
    await retryFailed(draft)
  }
  expect(arrived.map(([, station]) => station)).toEqual(expected)
  expect(new Set(arrived.map(([key]) => key)).size).toBe(arrived.length)
  expect(pricesOf(draft)).toEqual(model.cells)
  expect(draft.sending.get().map(({ station, state }) => [station.id, state])).toEqual(
    model.sent.map(({ station, failed }) => [station, failed ? 'failed' : 'done']),
  )
}

const cell = (station: (typeof stations)[number]) => ({ station, mode: 'self' as const, price: 1.7 })
const ALL: [Outcome, Outcome, Outcome] = ['taken', 'taken', 'taken']
/** A price that was published is brought back by an undo, and is published again. */
const BROUGHT_BACK: (typeof step extends fc.Arbitrary<infer One> ? One : never)[] = [
  { paste: [cell(1)] },
  { paste: [cell(2)] },
  { publish: ALL },
  { undo: true },
  { publish: ALL },
]

test('pasted blocks, undo, publication, failures and retries leave what a plain list of them leaves', async () => {
  let user = 100
  const network = server()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      user += 1
      session.set({
        user: { id: user, name: 'Anna', email: '', scope: ['superAdmin'], permissions: [], all_stations: true, demo: true },
        stamp: 's',
      })
      const draft = priceDraftOf(user)
      await vi.waitFor(() => expect(draft.ready.get()).toBe(true))
      const model: Model = { cells: {}, before: [], sent: [] }
      for (const one of steps) await play(draft, network, model, one)
    }),
    { numRuns: 40, examples: [[BROUGHT_BACK]] },
  )
})
