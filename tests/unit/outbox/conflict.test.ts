// @vitest-environment jsdom
import '../../setup-dom.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../../src/lib/notify.ts'
import { session } from '../../../src/lib/session.ts'
import { conflictOf, keepMine, keepTheirs, settleWithoutAsking } from '../../../src/outbox/conflict.ts'
import { type OfflineKind, offlineKindOf, offlineKinds } from '../../../src/outbox/kind.ts'
import { forgetSent, queueLeftovers } from '../../../src/outbox/leftovers.ts'
import { outbox } from '../../../src/outbox/runtime.ts'

const before = offlineKinds.get()
const rest = vi.fn(async () => {})
/** The difference between device and server that the test sets up. */
let different: object[] = []
const kind = {
  name: 'note',
  endpoints: [],
  read: (data: unknown) => data,
  picturesOf: ({ pictures = [] }) => pictures,
  unqueuedOf: ({ dirty }: { dirty?: string }) => dirty,
  isClosed: ({ closed }: { closed?: boolean }) => !!closed,
  queueRest: rest,
  conflict: {
    changes: { name: 'notes.update' },
    combined: (inputs: object[]) => Object.assign({}, ...inputs),
    differences: () => different,
    merged: (mine: object, theirs: object, choices: object) => ({ mine, theirs, choices }),
    rebased: (local: object, theirs: { rev: number }, sending?: object) => ({ ...local, rev: theirs.rev, ...(sending && { sending }) }),
    isOpen: ({ locked }: { locked?: boolean }) => !locked,
  },
} as unknown as OfflineKind

const theirs = { rev: 7, updated_at: 'x' }
const item = (id: string, more: object = {}) => ({
  ...{ id, lane: 'note:1', endpoint: 'notes.update', state: 'queued', input: { [id]: 1 }, photos: [], sealed: undefined },
  ...more,
})
const conflict = (more: object = {}) =>
  item('c', { state: 'conflict', lastError: { code: 'stale', body: { data: theirs } }, sealed: '{"rev":4}', photos: ['h1'], ...more })
let items: object[]
let drafts: { key: string; data: object; revision: number }[]
const done: unknown[][] = []
beforeAll(() => session.set({ user: { id: 32, name: 'Nina', scope: ['inspection'], permissions: [] } as never, stamp: 's' }))
afterAll(() => {
  offlineKinds.set(before)
  session.set({ user: null })
})
beforeEach(() => {
  offlineKinds.set([{ ...kind, name: 'no' } as OfflineKind, kind])
  different = []
  items = [
    item('a', { lane: 'note:2' }),
    conflict(),
    item('b', { photos: ['h1', 'h2'] }),
    item('s', { state: 'sent' }),
    item('o', { endpoint: 'notes.create' }),
  ]
  drafts = [{ key: 'note:1', data: { rev: 3, pictures: ['h9'], dirty: 'Titolo' }, revision: 2 }]
  done.splice(0)
  rest.mockReset()
  const own = outbox()
  const log = (name: string) => (async (...all: unknown[]) => void done.push([name, ...all])) as never
  vi.spyOn(own, 'list').mockImplementation(async () => items as never)
  vi.spyOn(own, 'listDrafts').mockImplementation(async () => drafts as never)
  vi.spyOn(own, 'loadDraft').mockImplementation(async (key) => drafts.find((one) => one.key === key) as never)
  vi.spyOn(own, 'resolve').mockImplementation(log('resolve'))
  vi.spyOn(own, 'discard').mockImplementation(log('discard'))
  vi.spyOn(own, 'discardDraft').mockImplementation(log('forget'))
  vi.spyOn(own, 'saveDraft').mockImplementation((async (draft: object) => {
    done.push(['save', draft])
    return { saved: {} }
  }) as never)
  vi.spyOn(own, 'wake').mockImplementation((async (reason: string) => {
    done.push(['wake', reason])
    return {}
  }) as never)
})
afterEach(() => vi.restoreAllMocks())

test('a conflict holds all changes of its thing that wait, what the server has, and what ours were made from', async () => {
  const dispute = (await conflictOf('c'))!
  expect(dispute).toMatchObject({ mine: { c: 1, b: 1 }, theirs, base: 4, closed: false, local: { rev: 3 } })
  expect(dispute.waiting.map(({ id }) => id)).toEqual(['c', 'b'])
  expect([await conflictOf('b'), await conflictOf('none')], 'these are in no conflict').toEqual([undefined, undefined])
  items = [conflict({ lane: 'other:1' })]
  expect(await conflictOf('c'), 'of no kind of this version').toBeUndefined()
})
test('it is closed where the server takes no more or has it no more; what it was made from is known from the copy too', async () => {
  items = [conflict({ lastError: { code: 'locked', body: { data: theirs } }, sealed: undefined })]
  expect(await conflictOf('c')).toMatchObject({ closed: true, theirs, base: Number.NEGATIVE_INFINITY })
  items = [conflict({ lastError: { code: 'gone' } })]
  drafts = []
  expect(await conflictOf('c')).toMatchObject({ closed: true, theirs: undefined, local: undefined })
  items = [conflict({ sealed: '{}' })]
  expect((await conflictOf('c'))!.base).toBe(0)
})
test('ours goes over theirs as one save with all its photos, before what it holds leaves the queue; the copy follows', async () => {
  const dispute = (await conflictOf('c'))!
  await keepMine(dispute, { text: 'mine' })
  const input = { mine: { c: 1, b: 1 }, theirs, choices: { text: 'mine' } }
  expect(done).toEqual([
    ['resolve', 'c', { input, photos: ['h1', 'h2'] }],
    ['discard', 'b'],
    [
      'save',
      {
        key: 'note:1',
        data: { rev: 7, pictures: ['h9'], dirty: 'Titolo', sending: input },
        photos: ['h9'],
        unqueued: 'Titolo',
        revision: 2,
      },
    ],
    ['wake', 'user'],
  ])
  done.splice(0)
  await keepMine({ ...dispute, theirs: undefined }, {})
  expect(done, 'over nothing nothing is kept').toEqual([])
})
test('the copy is written over whatever another tab has made of it meanwhile, and not made again where it is gone', async () => {
  const dispute = (await conflictOf('c'))!
  let tries = 0
  vi.mocked(outbox().saveDraft).mockImplementation((async ({ revision }: { revision: number }) => {
    done.push(['save', revision])
    drafts[0]!.revision = 9
    return tries++ ? { saved: {} } : { newer: {} }
  }) as never)
  await keepMine(dispute, {})
  expect(done.filter(([name]) => name === 'save')).toEqual([
    ['save', 2],
    ['save', 9],
  ])
  drafts = []
  done.splice(0)
  await keepMine(dispute, {})
  expect(done.map(([name]) => name)).toEqual(['resolve', 'discard', 'wake'])
})
test('theirs: what waits leaves the queue and the copy is the server’s; where it takes no more, the copy goes', async () => {
  const dispute = (await conflictOf('c'))!
  await keepTheirs(dispute)
  expect(done).toMatchObject([
    ['save', { data: { rev: 7, dirty: 'Titolo' }, revision: 2 }],
    ['discard', 'c'],
    ['discard', 'b'],
    ['wake', 'user'],
  ])
  for (const gone of [undefined, { ...theirs, locked: true }]) {
    done.splice(0)
    await keepTheirs({ ...dispute, theirs: gone as never })
    expect(done).toEqual([
      ['forget', 'note:1', 2],
      ['discard', 'c'],
      ['discard', 'b'],
      ['wake', 'user'],
    ])
  }
  done.splice(0)
  await keepTheirs({ ...dispute, local: undefined })
  expect(done.map(([name]) => name)).toEqual(['discard', 'discard', 'wake'])
})
test('only what nobody disputes is settled without a question, once', async () => {
  await Promise.all([settleWithoutAsking(), settleWithoutAsking()])
  expect(done.filter(([name]) => name === 'resolve')).toHaveLength(1)
  const asks = async () => {
    done.splice(0)
    await settleWithoutAsking()
    return done.length === 0
  }
  different = [{}]
  expect(await asks(), 'both changed it').toBe(true)
  different = []
  items = [conflict({ lastError: { code: 'stale', body: { data: { ...theirs, locked: true } } } })]
  expect(await asks(), 'it takes no more').toBe(true)
  items = [conflict({ lastError: { code: 'locked', body: { data: theirs } } })]
  expect(await asks()).toBe(true)
  items = [conflict({ lastError: { code: 'stale', body: {} } })]
  expect(await asks(), 'it is gone').toBe(true)
  items = [conflict()]
  drafts = []
  expect(await asks(), 'no copy here').toBe(true)
  drafts = [{ key: 'note:1', data: {}, revision: 1 }]
  vi.mocked(outbox().resolve).mockRejectedValueOnce(new Error('another tab'))
  await settleWithoutAsking()
  done.splice(0)
  await settleWithoutAsking()
  expect(done[0]?.[0], 'what failed once is tried again').toBe('resolve')
})

test('what the completed record holds already goes by itself and is told; else nothing is touched', async () => {
  const locked = {
    state: 'conflict',
    lastError: { code: 'locked', body: { data: { ...theirs, locked: true } } },
    label: 'Salvataggio: Nota 1',
  }
  items = [conflict(locked), item('b')]
  const settled = async (more: object = {}, gone = true) => {
    drafts = [{ key: 'note:1', data: { rev: 3, ...more }, revision: 2 }]
    vi.mocked(outbox().discardDraft).mockImplementation((async (...all: unknown[]) => {
      done.push(['forget', ...all])
      return gone
    }) as never)
    done.splice(0)
    notices.set([])
    await settleWithoutAsking()
    return [done.map((one) => [...one]), notices.get().map(({ content }) => content)]
  }
  expect(await settled()).toEqual([
    [
      ['forget', 'note:1', 2],
      ['discard', 'c'],
      ['discard', 'b'],
    ],
    ['Nota 1: il server aveva già tutto, quindi l’invio in attesa è stato tolto. Non manca niente.'],
  ])
  expect(await settled({ dirty: 'Titolo' }), 'more was typed').toEqual([[], []])
  expect(await settled({}, false), 'another tab has typed since').toEqual([[['forget', 'note:1', 2]], []])
  different = [{}]
  expect(await settled(), 'it lacks something').toEqual([[], []])
})

test('what was typed and is in no item yet is queued: not what is closed, nor what nobody here has written', async () => {
  drafts = [
    { key: 'note:1', data: { dirty: 'x' }, revision: 1 },
    { key: 'note:2', data: { dirty: 'x', closed: true }, revision: 1 },
    { key: 'note:3', data: {}, revision: 1 },
    { key: 'note:4', data: { closed: true }, revision: 1 },
    { key: 'other:5', data: { dirty: 'x' }, revision: 1 },
  ]
  await queueLeftovers()
  expect(rest.mock.calls).toEqual([['1']])
})
test('what is closed and whole on the server is forgotten, and nothing else', async () => {
  const draft = (key: string, closed: boolean) => ({ key, data: { closed }, revision: 3 })
  drafts = [draft('note:1', true), draft('note:2', false), draft('note:3', true), draft('other:4', true)]
  items = [item('a', { lane: 'note:1' }), item('b', { lane: 'note:3', state: 'sent' })]
  await forgetSent()
  expect(done).toEqual([['forget', 'note:3', 3]])
  done.splice(0)
  const here = session.get()
  session.set({ user: null })
  await forgetSent()
  session.set(here)
  expect(done).toEqual([])
})
test('a lane is of the kind whose name it begins with, whole', () => {
  expect([offlineKindOf('note:1'), offlineKindOf('notes:1'), offlineKindOf('note'), offlineKindOf('x-note:1')]).toEqual([
    kind,
    undefined,
    undefined,
    undefined,
  ])
  expect(offlineKindOf('no:1')?.name).toBe('no')
})
