// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formDraft, openDrafts } from '../../../src/crud/form/form-draft.ts'
import { TextDialog } from '../../../src/crud/form/TextDialog.tsx'
import { useFormDraft } from '../../../src/crud/form/use-form-draft.ts'
import { NO_KEY } from '../../../src/lib/device-key.ts'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { session } from '../../../src/lib/session.ts'
import { renderUi } from '../../render.tsx'

const content = (text: string) => ({ values: { text }, base: {}, rev: 3, attempt: undefined })
/** A person of its own for each test: drafts of others are never read. */
let user = 100
beforeEach(() => {
  session.set({ user: { id: ++user, name: 'A', email: '', scope: [], permissions: [], all_stations: false, demo: true }, stamp: 's' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  forgetNotices()
})

test('a draft is its person’s and its form’s alone, with what it was made from and when', async () => {
  const mine = formDraft(user, 'a')
  expect(await mine.read()).toBeUndefined()
  const before = Date.now()
  mine.write(content('prima'))
  mine.write(content('seconda'))
  await mine.flush()
  const found = await formDraft(user, 'a').read()
  expect(found).toMatchObject({ key: 'a', ...content('seconda') })
  expect(found!.at).toBeGreaterThanOrEqual(before)
  expect(await formDraft(user, 'b').read()).toBeUndefined()
  expect(await formDraft(user + 1_000, 'a').read()).toBeUndefined()
  await mine.clear()
  expect(await mine.read()).toBeUndefined()
})
test('a draft that does not open is told, and the others are listed all the same', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  for (const [name, letter] of ['a', 'b'].entries()) {
    session.set({ ...session.get(), deviceKey: new Uint8Array(32).fill(name) })
    const form = formDraft(user, letter)
    form.write({ ...content(letter), href: `/${letter}` })
    await form.flush()
  }
  expect(notices.get()).toEqual([])
  expect(await openDrafts(user)).toMatchObject([{ key: 'b', values: { text: 'b' }, href: '/b' }])
  expect(await formDraft(user, 'a').read()).toBeUndefined()
  expect(reported).toHaveBeenCalledTimes(2)
  expect(notices.get()).toMatchObject([{ content: 'Una bozza su questo dispositivo non può essere letta.' }])
})
test('without the key a draft that is encrypted is told and stays; what is typed meanwhile is kept beside it, and both come back with the key', async () => {
  const here = session.get()
  const write = async (text: string) => {
    const form = formDraft(user, 'a')
    const found = await form.read()
    form.write({ ...content(text), href: '/a' })
    await form.flush()
    return found
  }
  session.set({ ...here, deviceKey: new Uint8Array(32).fill(7) })
  await write('cifrata')
  // The next page of the same person, at a server that gives no key.
  user += 1_000_000
  await Dexie.delete(`piazzale-drafts-${user}`)
  await copyDrafts(user - 1_000_000, user)
  session.set({ user: { ...here.user!, id: user }, stamp: 't' })
  expect(await formDraft(user, 'a').read()).toBeUndefined()
  expect(notices.get()).toMatchObject([{ content: NO_KEY }])
  await formDraft(user, 'a').clear()
  await write('in chiaro')
  expect(await formDraft(user, 'a').read()).toMatchObject(content('in chiaro'))
  expect(await openDrafts(user)).toMatchObject([{ values: { text: 'in chiaro' } }])

  session.set({ ...session.get(), deviceKey: new Uint8Array(32).fill(7) })
  const form = formDraft(user, 'a')
  expect(await form.read()).toMatchObject(content('in chiaro'))
  await form.clear()
  expect(await form.read()).toMatchObject({ values: { text: 'cifrata' } })
  await form.clear()
  expect(await form.read()).toBeUndefined()
})
/** The drafts of one person as those of another: the database of a person is opened once in a page, with the key of its owner. */
async function copyDrafts(from: number, to: number) {
  const [one, other] = await Promise.all([from, to].map((id) => openRaw(id)))
  await other!.table('drafts').bulkPut(await one!.table('drafts').toArray())
  for (const db of [one, other]) db!.close()
}
async function openRaw(id: number) {
  const db = new Dexie(`piazzale-drafts-${id}`)
  db.version(2).stores({ drafts: 'key, at' })
  return db.open()
}
test('a database that is open and still being set up takes it in its turn, and nobody is told that it cannot', async () => {
  const mine = formDraft(user, 'a')
  await mine.read()
  const busy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('a version change is running', 'InvalidStateError')
  })
  mine.write(content('appena aperta'))
  await mine.flush()
  expect(busy).toHaveBeenCalled()
  expect(await mine.read()).toMatchObject(content('appena aperta'))
  expect(notices.get()).toEqual([])
})
test('however late the database answers, what stood there is found and not written over', async () => {
  const before = formDraft(user, 'a')
  before.write(content('di ieri'))
  await before.flush()
  const late = formDraft(user, 'a')
  let answer!: () => void
  const some = new Dexie('some')
  some.version(1).stores({ some: 'key' })
  const tables = Object.getPrototypeOf(Object.getPrototypeOf(some.table('some')))
  const { get } = tables
  vi.spyOn(tables, 'get').mockImplementationOnce(function (this: unknown, key: unknown) {
    return new Promise<void>((resolve) => (answer = resolve)).then(() => get.call(this, key))
  })
  const found = late.read()
  late.write(content('di oggi'))
  await new Promise((done) => setTimeout(done, 400))
  expect(await before.read()).toMatchObject(content('di ieri'))
  answer()
  expect(await found).toMatchObject(content('di ieri'))
  await waitFor(async () => expect(await before.read()).toMatchObject(content('di oggi')))
})
test('it reaches the disk 300 ms after the first key, however many follow, and then again', async () => {
  const mine = formDraft(user, 'a')
  await mine.read()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mine.write(content('a'))
  vi.advanceTimersByTime(200)
  mine.write(content('ab'))
  vi.advanceTimersByTime(99)
  expect(await mine.read()).toBeUndefined()
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await waitFor(async () => expect((await mine.read())?.values).toEqual({ text: 'ab' }))
  mine.write(content('abc'))
  await waitFor(async () => expect((await mine.read())?.values).toEqual({ text: 'abc' }))
})
test('what was thrown away does not come back with what was about to be written', async () => {
  const mine = formDraft(user, 'a')
  await mine.read()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mine.write(content('a'))
  const cleared = mine.clear()
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await cleared
  await mine.flush()
  expect(await mine.read()).toBeUndefined()
})
test('what was written before the database was open outlives the page that was left in that moment', async () => {
  const never = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => new EventTarget() as IDBOpenDBRequest)
  const left = formDraft(user, 'a')
  left.write(content('prima'))
  void left.flush()
  await waitFor(() => expect(never).toHaveBeenCalledOnce())
  vi.resetModules()
  const { formDraft: loaded } = await import('../../../src/crud/form/form-draft.ts')
  expect((await loaded(user, 'a').read())?.values).toEqual({ text: 'prima' })
  await waitFor(() => expect(localStorage).toHaveLength(0))
  await loaded(user, 'a').clear()
  vi.resetModules()
  const again = await import('../../../src/crud/form/form-draft.ts')
  expect(await again.formDraft(user, 'a').read()).toBeUndefined()
})
test('what the database had not begun to write when the page was left is there on the next one, and only until it is thrown away', async () => {
  vi.resetModules()
  const left = (await import('../../../src/crud/form/form-draft.ts')).formDraft(user, 'a')
  await left.read()
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
    this.abort()
  })
  left.write(content('prima'))
  await left.flush()
  expect(await left.read(), 'the database does not have it').toBeUndefined()
  vi.resetModules()
  const { formDraft: loaded } = await import('../../../src/crud/form/form-draft.ts')
  expect((await loaded(user, 'a').read())?.values).toEqual({ text: 'prima' })
  await waitFor(() => expect(localStorage).toHaveLength(0))
})
test('what is still to be written of a page that is gone gives way to what is newer', async () => {
  const name = `piazzale-late-draft-${user}-a`
  localStorage.setItem(name, JSON.stringify({ ...content('vecchia'), key: 'a', at: 1 }))
  const mine = formDraft(user, 'a')
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect((await mine.read())?.values).toEqual({ text: 'vecchia' })
  mine.write(content('nuova'))
  await mine.flush()
  localStorage.setItem(name, JSON.stringify({ ...content('vecchia'), key: 'a', at: 1 }))
  vi.resetModules()
  const { formDraft: loaded } = await import('../../../src/crud/form/form-draft.ts')
  const next = loaded(user, 'a')
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect((await next.read())?.values).toEqual({ text: 'nuova' })
})
test('after ninety days without a change it goes', async () => {
  const db = new Dexie(`piazzale-drafts-${user}`)
  db.version(1).stores({ drafts: 'key, at' })
  const day = 86_400_000
  await db.table('drafts').bulkPut([
    { key: 'vecchia', ...content('v'), at: Date.now() - 90 * day - 60_000 },
    { key: 'quasi', ...content('q'), at: Date.now() - 90 * day + 60_000 },
  ])
  db.close()
  await waitFor(async () => expect(await formDraft(user, 'vecchia').read()).toBeUndefined())
  expect((await formDraft(user, 'quasi').read())?.values).toEqual({ text: 'q' })
})
test('a form finds its draft once, says since when it stands, and writes what is pending when the page may be going', async () => {
  const stored = formDraft(user, 'f')
  stored.write(content('di ieri'))
  await stored.flush()
  const found = vi.fn()
  const { result, unmount } = renderHook(() => useFormDraft('f', found))
  await waitFor(() => expect(result.current.restored).toBeTypeOf('number'))
  expect(found).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ values: { text: 'di ieri' } }))
  const now = async () => (await stored.read())?.values.text
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const leaving = async (text: string, how: () => void) => {
    result.current.write(content(text))
    how()
    return waitFor(async () => expect(await now()).toBe(text))
  }
  result.current.write(content('visibile'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await now(), 'a page one comes back to is in no hurry').toBe('di ieri')
  vi.useRealTimers()
  await act(async () => {
    visibility.mockReturnValue('hidden')
    await leaving('nascosta', () => document.dispatchEvent(new Event('visibilitychange')))
    await leaving('chiusa', () => dispatchEvent(new Event('pagehide')))
    await leaving('altra pagina', unmount)
  })
})
test('thrown away, it stands in the form no more', async () => {
  const stored = formDraft(user, 'f')
  stored.write(content('x'))
  await stored.flush()
  const { result } = renderHook(() => useFormDraft('f', () => undefined))
  await waitFor(() => expect(result.current.restored).toBeDefined())
  await act(() => result.current.drop())
  expect(result.current.restored).toBeUndefined()
  expect(await stored.read()).toBeUndefined()
})

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Motivo/ })
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
function ask(onSend: (text: string) => Promise<unknown>, onClose = () => {}) {
  return renderUi(
    <TextDialog title="Annulla la verifica" label="Motivo" max={20} draft="cancel:1" about="Di oggi" onSend={onSend} onClose={onClose} />,
  )
}
test('a text that is asked for is required, kept until it is taken, and sent as it is', async () => {
  let accept = () => {}
  const taken = new Promise<void>((done) => {
    accept = done
  })
  const onSend = vi.fn(() => taken)
  const first = ask(onSend)
  expect(screen.getByText('Di oggi')).toBeDefined()
  type('  ')
  fireEvent.click(button('Annulla la verifica'))
  screen.getByText('Il campo Motivo è obbligatorio.')
  expect(document.activeElement).toBe(box())
  type('Pioggia, e poi ancora molta')
  fireEvent.click(button('Annulla la verifica'))
  screen.getByText('27 di 20 caratteri: il testo resta qui, ma va accorciato di 7.')
  expect([box().value, onSend.mock.calls]).toEqual(['Pioggia, e poi ancora molta', []])
  type(' Pioggia')
  first.unmount()
  ask(onSend)
  await waitFor(() => expect(box().value).toBe(' Pioggia'))
  fireEvent.click(button('Annulla la verifica'))
  await waitFor(() => expect(onSend).toHaveBeenCalledExactlyOnceWith(' Pioggia'))
  expect(button('Annulla la verifica').dataset.loading).toBe('true')
  expect(await formDraft(user, 'text:cancel:1').read(), 'until it is taken it is here').toBeDefined()
  accept()
  await waitFor(() => expect(button('Annulla la verifica').dataset.loading).toBeUndefined())
  expect(await formDraft(user, 'text:cancel:1').read()).toBeUndefined()
})
test('refused, it stays to be sent again; emptied, nothing of it is kept; what was typed first is not written over', async () => {
  const closed = vi.fn()
  const shown = ask(() => Promise.reject(new Error('no')), closed)
  type('Neve')
  fireEvent.click(button('Annulla la verifica'))
  await waitFor(() => expect(button('Annulla la verifica').dataset.loading).toBeUndefined())
  await waitFor(async () => expect((await formDraft(user, 'text:cancel:1').read())?.values.text).toBe('Neve'))
  expect(box().value).toBe('Neve')
  shown.unmount()
  ask(async () => undefined, closed)
  type('Nuovo')
  await new Promise((done) => setTimeout(done, 50))
  expect(box().value).toBe('Nuovo')
  type('')
  await waitFor(async () => expect(await formDraft(user, 'text:cancel:1').read()).toBeUndefined())
  fireEvent.click(screen.getByText('Indietro'))
  expect(closed).toHaveBeenCalledTimes(1)
})
test('a device that cannot keep drafts says so, once', async () => {
  const mine = formDraft(user, 'a')
  await mine.read()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  for (const text of ['a', 'b']) {
    mine.write(content(text))
    await mine.flush()
  }
  expect(notices.get().map(({ content }) => content)).toEqual(['Le bozze non possono essere salvate su questo dispositivo: salva spesso.'])
})
