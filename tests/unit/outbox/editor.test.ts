// @vitest-environment jsdom
import '../../setup-dom.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onSessionEnd, session } from '../../../src/lib/session.ts'
import { NO_ROOM } from '../../../src/lib/storage-space.ts'
import { wouldLoseText } from '../../../src/lib/unsaved.ts'
import { type DraftOptions, openDraft } from '../../../src/outbox/draft-editor.ts'
import { outbox } from '../../../src/outbox/runtime.ts'

interface Note {
  text: string
  more?: string
  dirty?: boolean
  closed?: boolean
  pictures?: string[]
}
const KEY = 'note:1'
/** The device: what is stored of the draft, and why it cannot be just now. */
let stored: { data: Note; revision: number } | undefined
let failing: unknown
const saves: { data: Note; photos: unknown[]; revision: number; unqueued: string | undefined }[] = []
const sent = vi.fn(async () => {})
const keep = vi.fn()
let taken: ((local: Note) => Partial<Note>) | undefined
const opened: { close(): void }[] = []

function open(first: Note = { text: 'a' }, more: Partial<DraftOptions<Note, { length: number }>> = {}) {
  const draft = openDraft<Note, { length: number }>({
    ...{ key: KEY, first, revision: stored?.revision ?? 0, send: sent },
    read: (data) => data as unknown as Note,
    picturesOf: ({ pictures = [] }) => pictures,
    unqueuedOf: ({ dirty, text }) => (dirty ? text : undefined),
    isClosed: ({ closed }) => !!closed,
    derive: ({ text }) => ({ length: text.length }),
    pagehide: { keep, take: () => taken },
    ...more,
  })
  opened.push(draft)
  return draft
}
const text = (value: string) => () => ({ text: value, dirty: true })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const leave = () => void window.dispatchEvent(new Event('pagehide'))

beforeAll(() => session.set({ user: { id: 31, name: 'Nino', scope: ['inspection'], permissions: [] } as never, stamp: 's' }))
afterAll(() => session.set({ user: null }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stored = { data: { text: 'a' }, revision: 1 }
  failing = undefined
  taken = undefined
  saves.splice(0)
  keep.mockReset()
  sent.mockReset()
  sent.mockResolvedValue(undefined)
  const own = outbox()
  vi.spyOn(own, 'loadDraft').mockImplementation(async () => stored as never)
  vi.spyOn(own, 'saveDraft').mockImplementation((async (draft: (typeof saves)[number]) => {
    if (failing) throw failing
    if (stored && draft.revision !== stored.revision) return { newer: stored }
    saves.push(draft)
    stored = { data: draft.data, revision: draft.revision + 1 }
    return { saved: stored }
  }) as never)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(async () => {
  failing = undefined
  for (const draft of opened.splice(0)) draft.close()
  await pass(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what is typed is seen at once and on the device 300 ms after the first key; meanwhile a reload would lose it', async () => {
  const draft = open()
  expect([draft.state.get(), wouldLoseText()]).toEqual([{ local: { text: 'a' }, saving: 'saved', length: 1 }, false])
  draft.change(text('ab'))
  expect([draft.state.get(), wouldLoseText()]).toEqual([{ local: { text: 'ab', dirty: true }, saving: 'saving', length: 2 }, true])
  await pass(200)
  draft.change(text('abc'))
  await pass(99)
  expect(saves).toEqual([])
  await pass(1)
  expect(saves).toMatchObject([{ key: KEY, data: { text: 'abc' }, revision: 1, unqueued: 'abc', photos: [] }])
  expect([draft.state.get().saving, wouldLoseText()]).toEqual(['saved', false])
  await pass(1_000)
  await draft.flush()
  expect(saves, 'what is saved is not saved again').toHaveLength(1)
})
test('it is queued eight seconds after the last key, once; what is closed or queued already is not', async () => {
  const draft = open()
  draft.change(text('ab'))
  await pass(7_999)
  draft.change(text('abc'))
  await pass(7_999)
  expect(sent).not.toHaveBeenCalled()
  await pass(1)
  expect([sent.mock.calls.length, saves.at(-1)!.data.text]).toEqual([1, 'abc'])
  await draft.queued(() => ({ dirty: false }))
  await pass(20_000)
  expect([sent.mock.calls.length, saves.at(-1)!.data.dirty], 'written down, and nothing more to queue').toEqual([1, false])
  await draft.sync()
  draft.change(() => ({ dirty: true, closed: true }))
  await draft.sync()
  expect(sent).toHaveBeenCalledTimes(1)
})
test('what was typed before the page was reloaded is queued by itself, unless there is nothing of it or it is closed', async () => {
  void open({ text: 'a' })
  void open({ text: 'a', dirty: true, closed: true })
  await pass(20_000)
  expect(sent).not.toHaveBeenCalled()
  stored = { data: { text: 'a', dirty: true }, revision: 1 }
  void open({ text: 'a', dirty: true })
  await pass(7_999)
  expect(sent).not.toHaveBeenCalled()
  await pass(1)
  expect(sent).toHaveBeenCalledTimes(1)
})
test('what another tab has saved meanwhile is taken, with what was typed here on top', async () => {
  const draft = open()
  draft.change(text('mine'))
  stored = { data: { text: 'theirs', more: 'theirs too' }, revision: 5 }
  await draft.flush()
  expect(draft.state.get()).toMatchObject({ local: { text: 'mine', more: 'theirs too' }, saving: 'saved', length: 4 })
  expect(saves).toMatchObject([{ data: { text: 'mine', more: 'theirs too' }, revision: 5 }])
  stored = { data: { text: 'later', dirty: true }, revision: 9 }
  await draft.sync()
  expect(draft.state.get().local, 'also before it is queued').toEqual({ text: 'later', dirty: true })
  expect(sent).toHaveBeenCalledTimes(1)
  stored = undefined
  await draft.sync()
  expect(draft.state.get().local.text, 'gone from the device, it is still here').toBe('later')
})
test('where another tab has written on meanwhile, what a kind joins of both is saved', async () => {
  const draft = open({ text: 'a' }, { join: (base, { text }, ours) => ({ text: `${base.text}|${text}|${ours.text}` }) })
  draft.change(text('mine'))
  stored = { data: { text: 'theirs' }, revision: 5 }
  await draft.flush()
  expect(saves).toMatchObject([{ data: { text: 'a|theirs|mine' }, revision: 5 }])
  expect(draft.state.get()).toMatchObject({ local: { text: 'a|theirs|mine' }, saving: 'saved' })
})
test('a save that fails is shown and holds the page, and the next one saves everything', async () => {
  const draft = open()
  failing = new Error('no disk')
  draft.change(text('ab'))
  await draft.flush()
  expect([draft.state.get(), wouldLoseText()]).toMatchObject([{ saving: 'failed', local: { text: 'ab' } }, true])
  failing = undefined
  draft.change(() => ({ more: 'x' }))
  await draft.flush()
  expect([draft.state.get().saving, saves]).toMatchObject(['saved', [{ data: { text: 'ab', more: 'x' } }]])
})

const photo = (hash: string) => ({ hash, bytes: new Uint8Array([1, 2]).buffer, type: 'image/jpeg', meta: {} }) as never
const place =
  (...pictures: string[]) =>
  () => ({ pictures })
test('a photo and its place are saved together, its bytes once', async () => {
  const draft = open()
  await draft.keep([photo('h1')], place('h1'))
  expect(saves).toMatchObject([{ data: { pictures: ['h1'] }, photos: [{ hash: 'h1' }] }])
  expect(draft.fresh.size).toBe(0)
  await draft.keep([photo('h2')], place('h1', 'h2'))
  expect(saves[1]!.photos).toMatchObject([{ hash: 'h2' }, 'h1'])
  const bytes = vi.spyOn(outbox(), 'bytesOf').mockResolvedValue(new Uint8Array([9]).buffer)
  expect(new Uint8Array((await draft.bytesOf('h1'))!)).toEqual(new Uint8Array([9]))
  bytes.mockRejectedValue(new Error('gone'))
  expect(await draft.bytesOf('h1')).toBeUndefined()
  failing = new Error('no disk')
  await draft.keep([photo('h3')], place('h1', 'h2', 'h3'))
  expect([draft.fresh.size, draft.state.get().saving], 'any other failure: it is tried again').toEqual([1, 'failed'])
  expect((await draft.bytesOf('h3'))!.byteLength, 'and can be seen meanwhile').toBe(2)
})
test('on a full device the photo goes, with a reason, and the text beside it stays', async () => {
  const draft = open()
  failing = new DOMException('full', 'QuotaExceededError')
  draft.change(text('ab'))
  const keeping = draft.keep([photo('h1')], place('h1'))
  await expect(keeping).rejects.toThrow(NO_ROOM)
  expect([draft.fresh.size, draft.state.get().local]).toEqual([0, { text: 'ab', dirty: true }])
  failing = undefined
  await draft.flush()
  expect(saves.at(-1)).toMatchObject({ data: { text: 'ab' }, photos: [] })
  expect(saves.at(-1)!.data).not.toHaveProperty('pictures')
})

test('a page that goes away keeps what is not on the device yet, and finds it again', async () => {
  const draft = open()
  leave()
  expect(keep).not.toHaveBeenCalled()
  draft.change(text('ab'))
  leave()
  expect(keep.mock.calls).toEqual([[{ text: 'a' }, { text: 'ab', dirty: true }]])
  await draft.flush()
  leave()
  expect(keep).toHaveBeenCalledTimes(1)
  draft.close()
  taken = () => ({ more: 'found' })
  expect(open().state.get()).toMatchObject({ local: { text: 'a', more: 'found' }, saving: 'saving' })
  expect(open({ text: 'a', closed: true }).state.get(), 'what is closed takes nothing more').toMatchObject({
    local: { text: 'a' },
    saving: 'saved',
  })
})
test('at the sign-out what was typed is saved first; closed, a draft saves and queues what is left and listens no more', async () => {
  const draft = open()
  draft.change(text('ab'))
  await Promise.all([...onSessionEnd].map((end) => end('logout')))
  expect(saves).toMatchObject([{ data: { text: 'ab' } }])
  const listeners = onSessionEnd.size
  draft.change(text('abc'))
  draft.close()
  await pass(0)
  expect([onSessionEnd.size, saves.at(-1)!.data.text, sent.mock.calls.length]).toEqual([listeners - 1, 'abc', 1])
  failing = new Error('no disk')
  draft.change(text('abcd'))
  leave()
  expect(keep).not.toHaveBeenCalled()
})
test('queueing is done one at a time, and one that fails stops no other', async () => {
  const draft = open()
  const order: string[] = []
  let first!: () => void
  const one = draft.queue(() => new Promise<void>((done) => (first = done)).then(() => void order.push('one')))
  const two = draft.queue(async () => {
    order.push('two')
    throw new Error('refused')
  })
  const three = draft.queue(async () => void order.push('three'))
  const refused = expect(two).rejects.toThrow('refused')
  await pass(0)
  expect(order).toEqual([])
  first()
  await Promise.all([one, refused, three])
  expect(order).toEqual(['one', 'two', 'three'])
})
