// @vitest-environment jsdom
import '../setup-dom.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validate } from '../../server/lib/core/input.ts'
import { saveInput, startInput } from '../../src/contract/inspections/draft.ts'
import { inspections } from '../../src/contract/inspections/inspections.ts'
import type { Endpoint } from '../../src/contract/kernel/endpoint.ts'
import { faultsOf } from '../../src/contract/kernel/faults.ts'
import { createBody, type OfflineCopy, updateBody, type Values } from '../../src/contract/kernel/offline-copy.ts'
import { fillPlaceholders, type Json } from '../../src/contract/kernel/placeholder.ts'
import { cleanBody, fillPath } from '../../src/contract/kernel/request.ts'
import { ecommerceOrders } from '../../src/contract/shop/orders.ts'
import { newTicketBody } from '../../src/contract/tickets/new-ticket.ts'
import { commentBody } from '../../src/contract/tickets/reply.ts'
import { tickets } from '../../src/contract/tickets/tickets.ts'
import { maintenanceKind } from '../../src/features/equipment/tanks/maintenance-kind.ts'
import { inspectionActions } from '../../src/features/inspections/inspection-actions.ts'
import type { LocalInspection } from '../../src/features/inspections/local-inspection.ts'
import { orderBody } from '../../src/features/shop/order-queue.ts'
import { noteKind } from '../../src/features/stations/notes-kind.ts'
import { newTicketValues } from '../../src/features/tickets/new-ticket-queue.ts'
import { newReply } from '../../src/features/tickets/reply-queue.ts'
import { confirmedAs, newCopy, typed } from '../../src/outbox/copy.ts'
import type { CopyKind } from '../../src/outbox/copy-types.ts'
import { model, section, station, yesNoNa } from '../unit/inspections/helpers.ts'

/** What the server says of a body that was queued as this; nothing is refused without a word. */
function refusal(endpoint: Endpoint, queued: object): unknown {
  const sent = fillPlaceholders({ rev: 1, ...queued } as Json, new Map([[UUID, { rev: 3, id_year: 2026, id_number: 7 }]]))
  if ('missing' in sent) throw new Error(`no value for ${sent.missing}`)
  const { rest } = fillPath(endpoint.path, sent.input as Record<string, unknown>)
  const [path] = [
    Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, String((sent.input as never)[name!])])),
  ]
  const body = JSON.parse(JSON.stringify(cleanBody(endpoint, rest)))
  try {
    validate(endpoint, { path, query: {}, body })
  } catch (error) {
    return (error as { fields?: unknown }).fields ?? error
  }
}
const UUID = '0b2f6b1e-5f0b-4d5c-9a55-1d2f3a4b5c6d'
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1.005, 99_999_999.999, 3_000_000_000),
)
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '  ',
    '\u200b',
    '\0',
    'Messa a terra',
    '2026-02-31',
    '2026-03-10',
    '0000-00-00',
    '\u00a0\u2060',
    'pulizia',
    'positivo',
  ),
  fc.constantFrom(...[121, 256, 501, 2_001, 10_001, 50_001].map((length) => 'è'.repeat(length))),
)
const anything = fc.oneof(texts, numbers, fc.constant(null))
const files = (most: number) => fc.array(fc.uuid(), { maxLength: most })
const RUNS = { numRuns: 300 }

test.each<[string, CopyKind, Record<string, fc.Arbitrary<unknown>>]>([
  ['a note', noteKind, { text: texts }],
  [
    'an intervention on a tank',
    maintenanceKind,
    {
      tank_id: fc.constantFrom(1, 0),
      type: texts,
      date: texts,
      company: texts,
      outcome: fc.option(texts),
      next_date: fc.option(texts),
      cost: anything,
      note: texts,
    },
  ],
])('%s that the form takes is taken when it is sent, and so is each change of it', (_, kind, fields) => {
  let taken = 0
  fc.assert(
    fc.property(fc.record({ ...fields, photos: files(12) }), fc.record({ ...fields, photos: files(12) }), (first, then) => {
      const write = (copy: OfflineCopy, values: object): OfflineCopy | undefined => {
        const next = { ...copy, ...typed(values as Values)(copy) }
        const faults = { ...kind.faults(next.values), ...faultsOf(kind.contract.create, createBody({ ...next, confirmed: null })) }
        if (Object.values(faults).some(Boolean)) return undefined
        return { ...next, ...confirmedAs(() => 'Prova')(next) }
      }
      const made = write({ ...newCopy({ station_id: 5, place: 'PV005' }, { photos: [] }), uuid: UUID }, first)
      if (!made) return
      taken++
      expect(refusal(kind.contract.create, createBody(made))).toBeUndefined()
      const changed = write(made, then)
      if (changed) expect(refusal(kind.contract.update, updateBody({ ...changed, rev: 1 }))).toBeUndefined()
    }),
    {
      ...RUNS,
      examples: [
        [
          { ...GOOD, photos: [] },
          { ...GOOD, text: 'Altro', company: 'Altra', photos: [UUID] },
        ],
      ] as never,
    },
  )
  expect(taken).toBeGreaterThan(0)
})
const GOOD = {
  text: 'Scritto',
  tank_id: 1,
  type: 'pulizia',
  date: '2026-03-10',
  company: 'Ditta',
  outcome: 'positivo',
  next_date: null,
  cost: 12.5,
  note: '',
}

test('an answer to a ticket, a new ticket and an order that the screen takes are taken when they are sent', () => {
  const taken = { comment: 0, ticket: 0, order: 0 }
  const tried = (endpoint: Endpoint, body: Record<string, unknown>, kind: keyof typeof taken) => {
    if (Object.keys(faultsOf(endpoint, body)).length) return
    taken[kind]++
    expect(refusal(endpoint, body)).toBeUndefined()
  }
  fc.assert(
    fc.property(
      texts,
      texts,
      texts,
      files(12),
      fc.boolean(),
      fc.option(fc.integer({ min: -1, max: 5 })),
      numbers,
      (one, two, three, photos, internal, priority, number) => {
        const reply = newReply({ year: 2026, number: internal ? 7 : 0, uid: UUID, subject: two })
        // The box asks about the text alone; what is beside it cannot be wrong.
        if (!Object.keys(faultsOf(tickets.comment, { message: one })).length) {
          taken.comment++
          const body = commentBody({
            ...reply,
            message: one,
            internal,
            photos: photos.slice(0, 10),
            clock_behind_s: 7,
            mentions: [{ id: 3, name: one, sees: true }],
          })
          expect(refusal(tickets.comment, body)).toBeUndefined()
        }
        const values = { ...newTicketValues, station_id: 5, category_id: 1, subject: two, description: three, contact: one, priority }
        tried(
          tickets.create,
          newTicketBody({ uuid: UUID, values, photos, written_at: new Date().toISOString(), clock_behind_s: priority ?? undefined }),
          'ticket',
        )
        const order = { uuid: UUID, note: one, wanted_at: two || null, rows: [{ product_id: 1, quantity: number, price: number }] }
        tried(ecommerceOrders.create, orderBody(5, order as never), 'order')
      },
    ),
    {
      ...RUNS,
      examples: [
        ['Arriva il tecnico', 'Terminale fermo', 'Non legge più le carte', [], true, null, 2],
        ['', '2026-03-10', '', [], true, 2, 3],
      ],
    },
  )
  for (const count of Object.values(taken)) expect(count).toBeGreaterThan(0)
})

const definition = model([
  section('c_1', [
    yesNoNa('q_a'),
    { key: 'q_text', type: 'textarea', label: 'Testo' },
    { key: 'q_n', type: 'number', label: 'Numero' },
    { key: 'q_table', type: 'table', label: 'Tabella', rows: 'free', columns: [{ key: 'n', type: 'number', label: 'N' }] },
  ]),
])
const begun = (): LocalInspection => ({
  ...{ client_uuid: UUID, user: 7, number: null, model: { id: 1, name: 'Prova', version: 1, hash: null }, definition },
  ...{
    station: { id: 1, code: 'PV001', name: 'Prova', city: 'Roma', province: 'RM' },
    context: station(),
    open: [],
    answers: {},
    signatures: {},
  },
  ...{
    present: null,
    notes: null,
    gps_start: null,
    started_at: '2026-03-10T08:00:00.000Z',
    rev: null,
    files: {},
    dirty: [],
    headDirty: false,
  },
  ...{ queued: null, status: 'draft' },
})
test('whatever is written into a verifica is taken when it is sent', async () => {
  const row = fc.dictionary(fc.constantFrom('n', 't', '_row'), anything, { maxKeys: 3 })
  const value = fc.oneof(anything, fc.array(texts, { maxLength: 3 }), fc.array(row, { maxLength: 70 }))
  const nc = fc.record({ severity: fc.constant('major' as const), note: texts, deadline: texts, suggestion: texts })
  const step = fc.record({
    key: fc.constantFrom('q_a', 'q_text', 'q_n', 'q_table'),
    value,
    note: texts,
    nc: fc.option(nc),
    who: texts,
    reason: texts,
    refused: fc.boolean(),
  })
  const kept: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      let local = begun()
      const actions = inspectionActions(
        (edit) => {
          local = { ...local, ...edit(local) }
        },
        async (_file, editFor) => {
          local = { ...local, ...editFor(UUID)(local) }
          return UUID
        },
        () => local,
      )
      for (const { key, value, note, nc, who, reason, refused } of steps) {
        actions.answer(key, { v: value as never })
        actions.answer(key, { note })
        actions.answer(key, { nc: nc as never })
        actions.setHead({ present: who })
        actions.setHead({ notes: reason })
        if (refused) actions.sign('signatures.manager', { name: who, at: '2026-03-10T09:00:00.000Z', refused, reason })
        else await actions.signWith('signatures.inspector', new ArrayBuffer(1), who.trim()).catch(() => undefined)
      }
      kept.push(Object.keys(local.answers).length)
      const { present, notes, signatures, ...rest } = saveInput(local, local.dirty)
      expect(refusal(inspections.update, { id: UUID, ...rest, present, notes, signatures })).toBeUndefined()
      expect(refusal(inspections.create, { model_id: 1, station_id: 1, client_uuid: UUID, ...startInput(local) })).toBeUndefined()
    }),
    RUNS,
  )
  expect(Math.max(...kept)).toBeGreaterThan(1)
})
