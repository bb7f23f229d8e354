import { expect, test } from 'vitest'
import type { InspectionReceipt } from '../../../src/contract/inspections/inspections.ts'
import { differences, merged, rebased, together } from '../../../src/features/inspections/conflict.ts'
import type { LocalInspection } from '../../../src/features/inspections/local-inspection.ts'

const at = '2026-11-21T10:00:00.000Z'
const local = {
  client_uuid: 'u-1',
  definition: {
    categories: [
      {
        key: 'c_1',
        name: 'Sicurezza',
        questions: [
          { key: 'q_ok', type: 'yes_no_na', label: 'Estintori a posto' },
          { key: 'q_text', type: 'text', label: 'Descrizione' },
          { key: 'q_photo', type: 'photo', label: 'Foto del piazzale' },
        ],
      },
    ],
  },
  context: { facts: { services: [], fuels: [] }, equipment: {}, prices: [] },
  open: [],
  answers: { q_ok: { v: 'si', at }, q_text: { v: 'qui', at }, q_late: { v: 'ancora', at } },
  dirty: ['q_late'],
  headDirty: false,
  signatures: {},
  present: 'Rossi',
  notes: null,
  files: { f1: { hash: 'h', mime: 'image/jpeg', kind: 'photo' } },
  status: 'draft',
  queued: { id: 'x', keys: ['q_ok'] },
  rev: 3,
  number: null,
} as unknown as LocalInspection
const theirs = {
  rev: 7,
  id_year: 2026,
  id_number: 45,
  status: 'draft',
  answers: { q_ok: { v: 'no', note: 'Scaduto', at }, q_text: { v: 'qui', at: '2026-01-01T00:00:00.000Z' }, q_other: { v: 'loro', at } },
  answer_revs: { q_ok: 6, q_text: 2, q_other: 7, present: 6 },
  signatures: {},
  present: 'Bianchi',
  notes: null,
  gps_start: null,
} as unknown as InspectionReceipt
const mine = together([
  { id: 'u-1', answers: { q_ok: { v: 'no' }, q_text: { v: 'qui' } }, present: null },
  { id: 'u-1', answers: { q_ok: { v: 'si' } }, present: 'Rossi', notes: null, signatures: {} },
] as never)

test('several saves of one verifica are one: the later answer and the later head stand', () => {
  expect(mine).toEqual({ id: 'u-1', answers: { q_ok: { v: 'si' }, q_text: { v: 'qui' } }, present: 'Rossi', notes: null, signatures: {} })
})

test('only what reads differently is asked, by the words of the question', () => {
  expect(differences(local, mine, theirs, 5)).toEqual([
    { field: 'answers.q_ok', label: 'Estintori a posto', mine: 'Sì', theirs: 'No · nota: Scaduto' },
    { field: 'present', label: 'Presente', mine: 'Rossi', theirs: 'Bianchi' },
  ])
})

test('whether an open non-conformity is resolved reads as a question and its answer', () => {
  const open = [{ id: 7, label: 'Pompa 2' }]
  const key = { answers: { nc_7: { v: 'si' } } }
  const here = { ...local, open } as unknown as LocalInspection
  const there = { ...theirs, answers: { nc_7: { v: 'no' } }, answer_revs: { nc_7: 7 } } as unknown as InspectionReceipt
  expect(differences(here, key as never, there, 5)).toEqual([
    { field: 'answers.nc_7', label: 'Non conformità aperta: Pompa 2, risolta?', mine: 'Sì', theirs: 'No' },
  ])
})

test('what only one side touched since the common copy is not asked about', () => {
  // Each changed another thing: the device its answer and its head, the server's side what the device never named.
  expect(differences(local, mine, theirs, 6)).toEqual([])
  const alone = { ...theirs, answer_revs: { ...theirs.answer_revs, q_ok: 3 } } as InspectionReceipt
  expect(differences(local, mine, alone, 5).map(({ field }) => field)).toEqual(['present'])
  // A server that tells no revs of a field: only what is empty there was surely not touched.
  const silent = { ...theirs, answer_revs: {} } as InspectionReceipt
  expect(differences(local, mine, silent, 5).map(({ field }) => field)).toEqual(['answers.q_ok', 'present'])
  expect(differences(local, mine, { ...silent, present: null } as InspectionReceipt, 5).map(({ field }) => field)).toEqual(['answers.q_ok'])
})

test('a completed verifica is asked for whatever it lacks, and not for what its own answers hide', () => {
  const over = Number.NEGATIVE_INFINITY
  const definition = structuredClone(local.definition)
  const why = { key: 'q_why', type: 'text', label: 'Perché', visible_if: { all: [{ q: 'q_ok', op: 'eq', value: 'si' }] } }
  definition.categories[0]!.questions.push(why as never)
  const here = { ...local, definition } as LocalInspection
  const closed = { ...theirs, status: 'completed', notes: null } as InspectionReceipt
  const fields = (sent: object, server: object = {}) =>
    differences(here, { id: 'u-1', ...sent }, { ...closed, ...server } as InspectionReceipt, over).map(({ field }) => field)
  const same = { answers: { q_ok: { v: 'no', note: 'Scaduto' }, q_text: { v: 'qui' } }, present: 'Bianchi', notes: '' }
  expect(fields(same)).toEqual([])
  expect(fields({ ...same, status: 'completed' })).toEqual([])
  // Nobody touched these there: a save that is merged would simply stand.
  expect(fields({ answers: { q_text: { v: 'altro' }, q_photo: { v: ['a'] } }, notes: 'Da rivedere' })).toEqual([
    'answers.q_text',
    'answers.q_photo',
    'notes',
  ])
  expect(fields({ answers: { q_text: null } })).toEqual(['answers.q_text'])
  expect(fields({ answers: { q_why: { v: 'nascosta' } } })).toEqual([])
  expect(fields({ answers: { q_ok: { v: 'si' }, q_why: { v: 'ora si vede' } } })).toEqual(['answers.q_ok', 'answers.q_why'])
  expect(differences(here, { id: 'u-1', status: 'cancelled', reason: 'Doppia' }, closed, over)).toEqual([
    { field: 'status', label: 'Stato', mine: 'Annullata: Doppia', theirs: 'Completata' },
  ])
  expect(fields({ status: 'completed' }, { status: 'cancelled', reason: 'Doppia' })).toEqual(['status'])
  expect(fields({ status: 'cancelled', reason: 'Doppia' }, { status: 'cancelled' })).toEqual([])
  expect(fields({ status: 'completed' }, { status: 'draft' }), 'what is still open takes it').toEqual([])
})

test('two pictures that read alike are told apart; a removed answer and a signature are words too', () => {
  const sent = {
    id: 'u-1',
    answers: { q_photo: { v: ['a'] }, q_ok: null },
    signatures: { manager: { name: 'Verdi', at, refused: true, reason: 'assente' } },
  }
  const server = {
    ...theirs,
    answers: { ...theirs.answers, q_photo: { v: ['b'] } },
    answer_revs: { ...theirs.answer_revs, q_photo: 6, 'signatures.manager': 7 },
  } as InspectionReceipt
  expect(differences(local, sent, server, 5)).toEqual([
    { field: 'answers.q_photo', label: 'Foto del piazzale', mine: '1 foto (sul dispositivo)', theirs: '1 foto (sul server)' },
    { field: 'answers.q_ok', label: 'Estintori a posto', mine: '(vuoto)', theirs: 'No · nota: Scaduto' },
    { field: 'signatures.manager', label: 'Firma del gestore', mine: 'Rifiutata: assente', theirs: '(vuoto)' },
  ])
})

test('the merge sends the server’s value where that was chosen, over the server’s rev', () => {
  const sent = merged(mine, theirs, { 'answers.q_ok': 'theirs', present: 'mine' })
  expect(sent.answers).toEqual({ q_ok: theirs.answers.q_ok, q_text: { v: 'qui' } })
  expect(sent.present).toBe('Rossi')
  expect(sent.rev).toEqual({ $ref: 'u-1', field: 'rev', or: 7 })
  const gone = merged({ id: 'u-1', answers: { q_new: { v: 'x' } } }, theirs, { 'answers.q_new': 'theirs' })
  expect(gone.answers).toEqual({ q_new: null })
})

test('the copy on the device becomes the server’s with what is sent and what was not queued yet on top', () => {
  const next = rebased(local, theirs, mine)
  expect(next.answers).toEqual({ ...theirs.answers, q_ok: { v: 'si' }, q_text: { v: 'qui' }, q_late: { v: 'ancora', at } })
  expect(next).toMatchObject({ rev: 7, number: '2026/45', present: 'Rossi', queued: null, dirty: ['q_late'], files: local.files })
})

test('after "quella del server" the copy on the device is the server’s, with nothing left to queue', () => {
  const next = rebased({ ...local, status: 'closing' }, theirs)
  expect(next.answers).toEqual(theirs.answers)
  expect(next).toMatchObject({ rev: 7, present: 'Bianchi', dirty: [], headDirty: false, queued: null, status: 'draft' })
})
