// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched when they are first needed; here they are there.
import '../../../src/crud/list/BulkBar.tsx'
import '../../../src/crud/list/BulkForm.tsx'
import '../../../src/crud/list/BulkProgress.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListQuery } from '../../../src/contract/kernel/crud.ts'
import { list, resource } from '../../../src/contract/kernel/endpoint.ts'
import { choice, date, decimal, optional, text } from '../../../src/contract/kernel/fields.ts'
import { anyText } from '../../../src/contract/kernel/filters.ts'
import { BulkProgress } from '../../../src/crud/list/BulkProgress.tsx'
import { anyOf } from '../../../src/crud/list/filters.tsx'
import { useListState } from '../../../src/crud/list/list-search.ts'
import { PagedTable } from '../../../src/crud/list/PagedTable.tsx'
import { queryClient } from '../../../src/lib/query.ts'
import { EmptyState } from '../../../src/ui/EmptyState.tsx'
import { type Answers, onePage } from '../one-page.tsx'

const Row = v.object({ id: v.number(), name: v.string() })
const values = v.object({
  kind: optional(choice('Genere', { a: 'Alfa', b: 'Beta' })),
  due: optional(date('Scade')),
  share: optional(decimal('Quota', { min: -90 })),
})
const rows = resource('rows' as never, {
  list: {
    ...list('/rows', { query: v.object({ ...ListQuery.entries, kind: anyText }), output: Row, policy: 'auth' }),
    bulk: {
      remove: { label: 'Elimina', call: 'remove', policy: 'banks.write', danger: true },
      plan: { label: 'Pianifica', call: 'update', policy: 'banks.write', values },
      state: {
        ...{ label: 'Cambia stato', of: 'di', call: 'update', policy: 'banks.write', preview: true },
        values: v.object({ status: choice('Nuovo stato', { on: 'Acceso', off: 'Spento' }), reason: text('Motivo') }),
      },
    },
  },
})
const found = (total: number, ids = [1, 2, 3]) => ({
  data: ids.map((id) => ({ id, name: `Riga ${id}` })),
  ...{ total, current_page: 1, last_page: Math.ceil(total / 3), per_page: 3 },
})
const job = (more: object = {}) => ({
  ...{ id: 9, type: 't', name: 'Elimina', description: 'Elimina · Righe', status: 'in_coda', items: null, done: 0, errors: 0 },
  ...{
    user: null,
    created_at: '2026-11-22T10:00:00Z',
    started_at: null,
    ended_at: null,
    valid_from: null,
    undoable: false,
    log: [],
    ...more,
  },
})
const List = () => (
  <PagedTable
    {...(useListState(rows.list) as any)}
    given={{ station_id: 5 }}
    columns={{ Nome: ({ name }: { name: string }) => name }}
    filters={{ kind: anyOf('Genere', { a: 'Alfa', b: 'Beta' }) }}
    empty={<EmptyState message="Nessuna riga." />}
    link={({ id }: { id: number }) => ({ to: `/cose/${id}` })}
    actions={() => []}
  />
)
const show = (total = 1_234, more: Answers = {}, at = '/cose?search=x&page=2&sort=-name') =>
  onePage(List, {
    at,
    answers: { 'GET /rows': () => found(total), 'POST /bulk': () => job(), 'GET /admin/history/9': () => job(), ...more },
  })
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox], li input[type=checkbox]')]
const whole = () => document.querySelector<HTMLInputElement>('thead input')!
const group = (name: string) => screen.findByRole('group', { name })
const bar = async () => within(await group('Righe selezionate'))
const counted = async () => (await bar()).getByRole('status').textContent
const press = (element: Element) => act(async () => void fireEvent.click(element))
const answer = async (title: string, words: string) =>
  press(within(await screen.findByRole('dialog', { name: title })).getByText(words, { selector: 'button *' }))
let phone = false
const plain = window.matchMedia
beforeEach(() => {
  phone = false
  window.matchMedia = ((media: string) => ({ ...plain(media), matches: phone })) as typeof plain
})
afterEach(() => {
  window.matchMedia = plain
  vi.restoreAllMocks()
})

test('while rows are ticked the search, the filters and the other tools of the list stay where they are', async () => {
  await show(7)
  await waitFor(() => expect(boxes()).toHaveLength(3))
  const tools = () => [screen.queryByRole('searchbox', { name: 'Cerca' }), screen.queryByRole('button', { name: 'Viste' })]
  const before = tools()
  await press(boxes()[0]!)
  await bar()
  expect(tools()).toEqual(before)
  expect(before).not.toContain(null)
})
test('rows are ticked in the whole of their cell, by Shift, from the keys and by the page; ticking opens nothing', async () => {
  const { address } = await show(7)
  await waitFor(() => expect(boxes()).toHaveLength(3))
  expect(boxes()[0]!.labels ?? boxes()[0]!.getAttribute('aria-labelledby')).toBeTruthy()
  await press(boxes()[0]!.closest('td')!)
  expect(await counted()).toBe('Una riga selezionata')
  expect([boxes().map(({ checked }) => checked), whole().checked, whole().indeterminate]).toEqual([[true, false, false], false, true])
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.getAttribute('data-ticked'))).toEqual(['true', 'false', 'false'])
  await act(async () => void fireEvent.click(boxes()[2]!, { shiftKey: true }))
  expect(await counted()).toBe('3 righe selezionate')
  expect([whole().checked, whole().indeterminate]).toEqual([true, false])
  await press(whole())
  expect(screen.queryByRole('group', { name: 'Righe selezionate' })).toBeNull()
  screen.getByRole('searchbox', { name: 'Cerca' })

  const links = () => [...document.querySelectorAll<HTMLElement>('a[data-row]')]
  fireEvent.keyDown(links()[1]!, { key: ' ' })
  await waitFor(() => expect(boxes()[1]!.checked).toBe(true))
  fireEvent.keyDown(links()[0]!, { key: ' ', shiftKey: true })
  await waitFor(() => expect(boxes()[0]!.checked).toBe(true))
  act(() => links()[1]!.focus())
  fireEvent.keyDown(links()[1]!, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(boxes()[1])
  fireEvent.keyDown(boxes()[1]!, { key: 'ArrowUp' })
  expect(document.activeElement, 'from box to box').toBe(boxes()[0])
  fireEvent.keyDown(boxes()[0]!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(links()[0])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false]))
  expect(address(), 'no row was opened').toContain('/cose?')
})
test('ticked rows are named one by one to the job; who says no, or asks to go back, changes nothing', async () => {
  const { writes } = await show(7)
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(boxes()[0]!)
  await press(boxes()[2]!)
  await press((await bar()).getByText('Elimina'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Elimina' }))
  dialog.getByText('Elimina 2 righe? Quello che non si può fare è detto riga per riga, e l’operazione si può annullare.')
  await press(dialog.getByText('Annulla'))
  expect(writes()).toEqual([])
  await press((await bar()).getByLabelText('Annulla la selezione'))
  expect(boxes().some(({ checked }) => checked)).toBe(false)
  await press(boxes()[1]!)
  await press((await bar()).getByText('Elimina'))
  await screen.findByText(/^Elimina 1 riga\?/)
  await answer('Elimina', 'Elimina')
  await group('Operazione in blocco')
  expect(writes().map(({ call, body }) => [call, body])).toEqual([
    ['POST /bulk', { list: 'rows.list', action: 'remove', search: { search: 'x', sort: '-name', station_id: 5 }, values: {}, ids: [2] }],
  ])
  expect(
    boxes().some(({ checked }) => checked),
    'nothing is ticked any more',
  ).toBe(false)
})
test('all that is found is offered where it is more than is ticked, and is told by its filters', async () => {
  const { writes } = await show()
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(boxes()[0]!)
  await press((await bar()).getByText('Seleziona tutti i 1.234 risultati'))
  expect(await counted()).toBe('Selezione: tutti i 1.234 risultati')
  expect((await bar()).queryByText(/^Seleziona tutti/)).toBeNull()
  expect(boxes().every(({ checked }) => checked)).toBe(true)
  await press((await bar()).getByText('Elimina'))
  await screen.findByText(/^Elimina tutti i 1.234 risultati\?/)
  await answer('Elimina', 'Elimina')
  await group('Operazione in blocco')
  const { body } = writes()[0]!
  expect([body.all, 'ids' in body, body.search]).toEqual([true, false, { search: 'x', sort: '-name', station_id: 5 }])
})
test('where every row there is stands ticked there is nothing more to choose', async () => {
  await show(3)
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(whole())
  expect(await counted()).toBe('3 righe selezionate')
  expect((await bar()).queryByText(/^Seleziona tutti/)).toBeNull()
})
test('a refused beginning leaves all ticked', async () => {
  await show(7, { 'POST /bulk': () => Response.json({ error: 'Ce ne sono già troppi.' }, { status: 429 }) })
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(boxes()[0]!)
  await press((await bar()).getByText('Elimina'))
  await answer('Elimina', 'Elimina')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([await counted(), boxes()[0]!.checked]).toEqual(['Una riga selezionata', true])
  expect(screen.queryByRole('group', { name: 'Operazione in blocco' })).toBeNull()
})
test('what is put into all rows is asked for once; what is left empty is not sent', async () => {
  const { writes } = await show(7)
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(boxes()[0]!)
  await press(boxes()[1]!)
  await press((await bar()).getByText('Pianifica'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pianifica' }))
  dialog.getByText('Pianifica 2 righe. Quello che lasci vuoto resta com’è.')
  const go = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Pianifica 2 righe' })
  const said = () => !!dialog.queryByText('Indica almeno un valore da cambiare.')
  await press(go())
  expect(said()).toBe(true)
  const choose = async (name: string) => {
    await press(dialog.getByRole('combobox', { name: 'Genere' }))
    await press(await screen.findByRole('option', { name }))
  }
  await choose('Beta')
  expect(said()).toBe(false)
  await choose('Beta')
  await press(go())
  expect(said(), 'taken back, nothing is asked for').toBe(true)
  await choose('Alfa')
  dialog.getByLabelText('Scade')
  const share = dialog.getByRole('textbox', { name: 'Quota' })
  fireEvent.change(share, { target: { value: '-95' } })
  await press(go())
  dialog.getByText('Il campo Quota deve essere maggiore o uguale a -90.')
  fireEvent.change(share, { target: { value: 'sette' } })
  dialog.getByText(/^Numero non valido/)
  fireEvent.change(share, { target: { value: '-7,5' } })
  await press(go())
  await group('Operazione in blocco')
  expect(writes()[0]!.body).toMatchObject({ action: 'plan', ids: [1, 2], values: { kind: 'a', share: -7.5 } })
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('what is needed has its asterisk, its error stands at the field, and what would be done is told before', async () => {
  const previews: object[] = []
  const { writes } = await show(7, {
    'POST /bulk/preview': ({ body }) => {
      previews.push(body.values)
      return Response.json({ data: { text: `Cambieranno 2 righe in ${body.values.status}.` } }, { headers: { 'x-request-id': 'r' } })
    },
  })
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(boxes()[0]!)
  await press((await bar()).getByText('Cambia stato'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambia stato' }))
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Motivo/ })
  expect(reason.required).toBe(true)
  await press(dialog.getByRole('combobox', { name: /^Nuovo stato/ }))
  await press(await screen.findByRole('option', { name: 'Spento' }))
  await dialog.findByText('Cambieranno 2 righe in off.')
  await press(dialog.getByRole('button', { name: 'Cambia stato di 1 riga' }))
  dialog.getByText('Il campo Motivo è obbligatorio.')
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(reason, { target: { value: 'Inventario' } })
  expect(dialog.queryByText('Il campo Motivo è obbligatorio.')).toBeNull()
  await press(dialog.getByRole('button', { name: 'Cambia stato di 1 riga' }))
  await group('Operazione in blocco')
  expect(previews).toEqual([{ status: 'off' }])
  expect(writes().at(-1)!.body).toMatchObject({ action: 'state', ids: [1], values: { status: 'off', reason: 'Inventario' } })
})
test('of a list that is counted only so far, all are more than the count, and a preview that cannot be had says so', async () => {
  await show(10_000, {
    'GET /rows': () => ({ ...found(10_000), more: true }),
    'POST /bulk/preview': () => Response.json({ message: 'Errore' }, { status: 500, headers: { 'x-request-id': 'r' } }),
  })
  await waitFor(() => expect(boxes()).toHaveLength(3))
  await press(boxes()[0]!)
  await press((await bar()).getByText('Seleziona tutti i risultati (oltre 10.000)'))
  expect(await counted()).toBe('Selezione: tutti i risultati (oltre 10.000)')
  await press((await bar()).getByText('Cambia stato'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambia stato' }))
  dialog.getByText('Cambia stato di tutti i risultati (oltre 10.000).')
  await press(dialog.getByRole('combobox', { name: /^Nuovo stato/ }))
  await press(await screen.findByRole('option', { name: 'Spento' }))
  await dialog.findByText('Non è stato possibile calcolare che cosa cambierà.')
})
test('on a phone rows are chosen in a mode of their own, which ends with the job and by its button', async () => {
  phone = true
  await show(7)
  await screen.findByText('Riga 1')
  expect(boxes()).toEqual([])
  await press(screen.getByLabelText('Altro'))
  await press(await screen.findByText('Seleziona'))
  expect(screen.getByText('Fine').closest('button')!.getAttribute('aria-pressed')).toBe('true')
  expect([boxes().length, document.querySelectorAll('a[data-row]').length, screen.queryAllByLabelText(/Azioni/).length]).toEqual([3, 0, 0])
  await press(boxes()[2]!)
  expect([...document.querySelectorAll('li')].map((one) => one.getAttribute('data-ticked'))).toEqual(['false', 'false', 'true'])
  expect(await counted()).toBe('Una riga selezionata')
  screen.getByText('Fine')
  await press(screen.getByText('Fine'))
  expect([boxes().length, screen.queryByRole('group', { name: 'Righe selezionate' })]).toEqual([0, null])
  await press(screen.getByLabelText('Altro'))
  await press(await screen.findByText('Seleziona'))
  expect(
    boxes().some(({ checked }) => checked),
    'it begins anew',
  ).toBe(false)
  await press(boxes()[0]!)
  await press((await bar()).getByText('Elimina'))
  await answer('Elimina', 'Elimina')
  await group('Operazione in blocco')
  expect(boxes(), 'the mode has ended').toEqual([])
})

const followed: (number | undefined)[] = []
const progress = (answers: Answers) => {
  followed.splice(0)
  return onePage(() => <BulkProgress job={9} resource="rows" onJob={(id) => followed.push(id)} />, { answers })
}
const status = () => document.querySelector('[role=status]')!.textContent
test('a job is followed until it is over, and what it has done is shown as it goes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    let now = job()
    const { calls } = await progress({ 'GET /admin/history/9': () => now })
    expect(status(), 'before the job is read').toBe('In coda…')
    const stale = vi.spyOn(queryClient, 'invalidateQueries')
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const times = () => stale.mock.calls.filter(([about]) => JSON.stringify(about?.queryKey) === '["rows"]').length
    await pass(0)
    expect(status()).toBe('Elimina · Righe: In coda…')
    expect(document.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow')).toBe('0')
    expect(times(), 'nothing has changed yet').toBe(0)
    now = job({ status: 'in_corso', items: 2_000, done: 500, errors: 3 })
    await pass(1_100)
    expect(status()).toBe('Elimina · Righe: 500 di 2.000, 3 non riuscite')
    expect(document.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow')).toBe('25')
    expect(times()).toBe(1)
    now = job({ status: 'completato', items: 2_000, done: 2_000, errors: 3 })
    await pass(1_100)
    expect(status()).toBe('Elimina · Righe: 1.997 riuscite, 3 non riuscite')
    expect(document.querySelector('[role=progressbar]')).toBeNull()
    expect(times()).toBeGreaterThan(1)
    const asked = calls().length
    await pass(5_000)
    expect(calls(), 'nobody asks any more').toHaveLength(asked)
  } finally {
    vi.useRealTimers()
  }
})
test('what it did is put back by a job of its own, which is followed then; and it can be closed', async () => {
  const done = job({ status: 'completato', items: 1, done: 1, undoable: true })
  const { writes } = await progress({ 'GET /admin/history/9': () => done, 'POST /admin/history/9/undo': () => job({ id: 10 }) })
  await press(await screen.findByText('Ripristina'))
  await waitFor(() => expect(followed).toEqual([10]))
  expect(writes().map(({ call }) => call)).toEqual(['POST /admin/history/9/undo'])
  expect(screen.getByText('Dettagli').closest('a')!.getAttribute('href')).toBe('/storico-job/9')
  await press(screen.getByLabelText('Chiudi'))
  expect(followed).toEqual([10, undefined])
})
test('what cannot be put back is not offered', async () => {
  await progress({ 'GET /admin/history/9': () => job({ status: 'fallito', items: 1, done: 1 }) })
  await waitFor(() => expect(status()).toContain('una riuscita'))
  expect(screen.queryByText('Ripristina')).toBeNull()
})
