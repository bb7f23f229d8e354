// @vitest-environment jsdom
import '../setup-dom.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { post, put, resource } from '../../src/contract/kernel/endpoint.ts'
import { session } from '../../src/lib/session.ts'
import { conflictOf, keepMine, keepTheirs, settleWithoutAsking } from '../../src/outbox/conflict.ts'
import { openDraft } from '../../src/outbox/draft-editor.ts'
import type { Choices, OfflineKind } from '../../src/outbox/kind.ts'
import { forgetSent, queueLeftovers } from '../../src/outbox/leftovers.ts'
import { enqueue, outbox, startOutbox, wake } from '../../src/outbox/runtime.ts'
import type { Json } from '../../src/outbox/types.ts'

vi.mock('../../src/lib/session.ts', async (original) => ({
  ...(await original<typeof import('../../src/lib/session.ts')>()),
  freshToken: async () => 'token',
}))

/** A kind that has nothing of a verifica: two lines of text. What surrounds the engine does with it all it does with a verifica. */
interface Note {
  id: string
  rev: number
  title: string
  text: string
  dirty: ('title' | 'text')[]
  closed: boolean
}
type Saved = Pick<Note, 'id'> & Partial<Pick<Note, 'title' | 'text'>>
type Server = Pick<Note, 'rev' | 'title' | 'text'> & { updated_at: string; changed: Record<string, number>; locked?: boolean }
const notes = resource('notes' as never, {
  change: put('/note/{id}', {
    params: v.object({ id: v.string() }),
    body: v.object({ rev: v.number(), title: v.optional(v.string()), text: v.optional(v.string()) }),
    offline: true,
    policy: 'auth',
  }),
  upload: post('/note/files', { files: true, offline: true, policy: 'auth' }),
})
const lane = (id: string) => `note:${id}`
const form = {
  read: (data: Json) => data as unknown as Note,
  picturesOf: () => [],
  unqueuedOf: ({ dirty, title }: Note) => (dirty.length ? title : undefined),
  isClosed: ({ closed }: Note) => closed,
}
async function edit(id: string) {
  const found = (await outbox().loadDraft(lane(id)))!
  const draft = openDraft({
    ...{ ...form, key: lane(id), first: form.read(found.data), revision: found.revision },
    derive: ({ text }) => ({ length: text.length }),
    async send() {
      const { local } = draft.state.get()
      const changed = Object.fromEntries(local.dirty.map((name) => [name, local[name]]))
      const rev = { $ref: id, field: 'rev', or: local.rev }
      await enqueue(notes.change, { id, rev, ...changed }, { entity: id, lane: lane(id), label: `Salvataggio: ${local.title}` })
      await draft.queued(() => ({ dirty: [] }))
    },
    pagehide: { keep: () => {}, take: () => undefined },
  })
  return draft
}
const noteKind: OfflineKind<Note, Saved, Server> = {
  ...{ name: 'note', endpoints: [notes.change], upload: notes.upload, ...form },
  repair: (id) => ({ to: '/stazioni/$id', params: { id: Number(id) } }),
  async queueRest(id) {
    const draft = await edit(id)
    await draft.sync()
    draft.close()
  },
  conflict: {
    ...{ changes: notes.change, words: 'L’appunto è stato modificato.' },
    combined: (inputs) => Object.assign({}, ...(inputs as object[])),
    differences: (_local, mine, theirs, base) =>
      (['title', 'text'] as const)
        .filter((field) => mine[field] !== undefined && mine[field] !== theirs[field] && (theirs.changed[field] ?? 0) > base)
        .map((field) => ({ field, label: field, mine: mine[field]!, theirs: theirs[field] })),
    merged: (mine, theirs, choices: Choices) => ({
      ...mine,
      rev: { $ref: mine.id, field: 'rev', or: theirs.rev },
      ...Object.fromEntries(Object.keys(choices).flatMap((field) => (choices[field] === 'mine' ? [] : [[field, theirs[field as 'text']]]))),
    }),
    rebased: (local, { rev, title, text }, sending) => ({ ...local, rev, title, text, ...(sending ? pick(sending) : { dirty: [] }) }),
    isOpen: ({ locked }) => !locked,
  },
}
const pick = ({ title, text }: Saved) => ({ ...(title !== undefined && { title }), ...(text !== undefined && { text }) })

/** The office: one note, optimistically locked. */
let server: Server
let asked: { path: string; body: { rev: number } & Saved }[] = []
const answer = (status: number, key: string, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'idempotency-key': key } })
async function office(url: string, init: RequestInit = {}) {
  if (init.method !== 'PUT') return answer(200, '', { status: 'ok', app: 'piazzale' })
  const body = JSON.parse(init.body as string)
  const key = (init.headers as Record<string, string>)['Idempotency-Key']!
  asked.push({ path: url, body })
  if (body.rev !== server.rev) return answer(409, key, { status: 409, code: 'stale', error: 'Modificato.', data: server })
  const { rev, ...changes } = body
  server = { ...server, ...changes, rev: rev + 1 }
  return answer(200, key, { data: server })
}

beforeAll(() => {
  vi.stubGlobal('fetch', office)
  Object.defineProperty(navigator, 'locks', {
    value: { request: async (_: string, __: object, run: (lock: object) => unknown) => run({}) },
    configurable: true,
  })
  session.set({ user: { id: 9, name: 'Nora', scope: ['inspection'], permissions: [] } as never, stamp: 's' })
  startOutbox([noteKind])
})
afterAll(() => {
  session.set({ user: null })
  vi.unstubAllGlobals()
})
beforeEach(() => {
  asked = []
  server = { rev: 1, title: 'Pompa 3', text: 'perde', updated_at: '2026-11-22T10:00:00.000Z', changed: {} }
})

/** As a page that was closed in a hurry left it on the device: typed, and in no item yet. */
async function typed(id: string, part: Partial<Note>) {
  const data = { ...{ id, rev: 1, title: 'Pompa 3', text: 'perde', closed: false }, ...part, dirty: Object.keys(part) }
  await outbox().saveDraft({ key: lane(id), data: data as Json, revision: 0, unqueued: data.title })
  await queueLeftovers()
  await wake('user')
}
const local = async (id: string) => form.read((await outbox().loadDraft(lane(id)))!.data)
const disputed = async () => (await outbox().list()).find(({ state }) => state === 'conflict')

test('what was typed before the page was closed is queued and sent, once; what is closed and whole on the server is forgotten', async () => {
  await typed('1', { text: 'gocciola' })
  expect(asked.map(({ path, body }) => [path, body])).toEqual([['/api/v1/note/1', { rev: 1, text: 'gocciola' }]])
  await queueLeftovers()
  await wake('user')
  expect(asked).toHaveLength(1)
  await forgetSent()
  expect(await local('1')).toMatchObject({ text: 'gocciola', dirty: [] })
  const draft = await edit('1')
  draft.change(() => ({ closed: true }))
  await draft.flush()
  draft.close()
  await forgetSent()
  expect(await outbox().loadDraft(lane('1'))).toBeUndefined()
})

test('what two devices changed in different places is put together without a question', async () => {
  server = { ...server, rev: 5, title: 'Pompa 4', changed: { title: 5 } }
  await typed('2', { text: 'gocciola' })
  expect(await disputed()).toBeDefined()
  await settleWithoutAsking()
  await wake('user')
  expect(await disputed()).toBeUndefined()
  expect(server).toMatchObject({ rev: 6, title: 'Pompa 4', text: 'gocciola' })
  expect(await local('2')).toMatchObject({ title: 'Pompa 4', text: 'gocciola' })
})

test('the same place is asked about: mine, or theirs', async () => {
  server = { ...server, rev: 5, text: 'è asciutta', changed: { text: 5 } }
  await typed('3', { text: 'gocciola' })
  await settleWithoutAsking()
  const first = (await conflictOf((await disputed())!.id))!
  expect(first.kind.conflict.differences(first.local!, first.mine, first.theirs!, first.base)).toEqual([
    { field: 'text', label: 'text', mine: 'gocciola', theirs: 'è asciutta' },
  ])
  await keepMine(first, {})
  await wake('user')
  expect(server).toMatchObject({ rev: 6, text: 'gocciola' })

  server = { ...server, rev: 9, text: 'è asciutta', changed: { text: 9 } }
  await typed('4', { text: 'perde ancora' })
  await keepTheirs((await conflictOf((await disputed())!.id))!)
  await wake('user')
  expect(await disputed()).toBeUndefined()
  expect(server).toMatchObject({ rev: 9, text: 'è asciutta' })
  expect(await local('4')).toMatchObject({ rev: 9, text: 'è asciutta', dirty: [] })
})
