// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched when it is first opened; here it is there.
import '../../../src/crud/list/ViewsMenu.tsx'
import '../../../src/contract/kernel/saved-views.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListQuery } from '../../../src/contract/kernel/crud.ts'
import { list, resource } from '../../../src/contract/kernel/endpoint.ts'
import { anyText } from '../../../src/contract/kernel/filters.ts'
import { useListState } from '../../../src/crud/list/list-search.ts'
import { useView } from '../../../src/crud/list/use-view.ts'
import { ViewsButton } from '../../../src/crud/list/ViewsButton.tsx'
import { forgetNotices, notices } from '../../../src/lib/notify.ts'
import { type Answers, onePage } from '../one-page.tsx'

const Row = v.object({ id: v.number(), name: v.string() })
const rows = resource('rows' as never, {
  list: list('/rows', { query: v.object({ ...ListQuery.entries, kind: anyText }), output: Row, policy: 'auth' }),
})
const KEYS = [1, 2, 3, 4].map((at) => `00000000-0000-4000-8000-00000000000${at}`)
const view = (at: number, name: string, more: object = {}) => ({
  ...{ id: at, rev: 2, key: KEYS[at - 1], screen: 'rows.list', name, roles: [], search: {}, layout: {}, standard: false, created_by: 7 },
  ...more,
})
const mine = view(1, 'Mia', { search: { kind: ['a'], sort: '-name' }, layout: { hidden: ['Note'] } })
const shared = view(2, 'Di tutti', { roles: ['accounting'], created_by: 8 })
const elsewhere = view(3, 'Altrove', { screen: 'others.list' })
const base = (views: object[] = [mine, shared, elsewhere]): Answers => ({
  'GET /saved-views': () => views,
  ...Object.fromEntries(views.map((one: any) => [`GET /saved-views/links/${one.key}`, () => one])),
  'GET /rows': ({ call }) => ({ data: [], total: call.includes('kind') ? 1_234 : 5, current_page: 1, last_page: 1, per_page: 5 }),
})
const looked: { layout?: object; arrange?: (next: any) => void; search?: object } = {}
function List() {
  const { source, search } = useListState(rows.list)
  const [state, layout, onLayout] = useView(source, search)
  Object.assign(looked, { layout, arrange: onLayout, search })
  return <ViewsButton {...{ source, search, state, layout, onLayout }} given={{ station_id: 5 }} />
}
const show = (at: string, answers = base(), as = 'accounting') => onePage(List, { at, answers, as: as as any })
const said = () => notices.get().map(({ content, color }) => `${color}: ${content}`)
/** The button says which view is looked at. */
const named = (name: string) => screen.findByLabelText(name, { selector: 'button' })
const items = () => [...document.querySelectorAll('[aria-label=Viste][role=group] button')].map(({ textContent }) => textContent)
const current = () => document.querySelector('[role=group] button[aria-current=true]')?.textContent
async function menu(name: string) {
  fireEvent.click(await named(name))
  await screen.findByText('Salva vista')
  return async (words: string) => {
    const item = await screen.findByText(words)
    await act(async () => void fireEvent.click(item))
  }
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
beforeEach(() => localStorage.clear())
afterEach(() => {
  forgetNotices()
  vi.restoreAllMocks()
})

test('the menu has the views of this list alone, with what each finds now; without one there is nothing to change', async () => {
  const { calls, address } = await show('/cose')
  expect(calls(), 'nothing is asked before it is opened').toEqual([])
  await menu('Viste')
  await waitFor(() => expect(items()).toEqual(['Elenco senza vista', 'Mia1.234', 'Di tutti5', 'Salva vista']))
  expect(current()).toBe('Elenco senza vista')
  expect(document.querySelector('[aria-description="1.234 righe"]')).not.toBeNull()
  expect(calls()).toContain('GET /rows?kind=a&sort=-name&station_id=5&per_page=5')
  expect(address()).toBe('/cose')
})
test('chosen, a view fills the address and the arrangement; without it all is as it was', async () => {
  const { address } = await show('/cose?search=x')
  await (await menu('Viste'))('Mia')
  await named('Vista: Mia')
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({ kind: 'a', sort: '-name', vista: KEYS[0] })
  expect(looked.layout).toEqual({ hidden: ['Note'] })
  expect((await named('Vista: Mia')).textContent).toBe('Mia')
  expect(screen.queryByText('Salva vista'), 'the menu goes').toBeNull()
  const choose = await menu('Vista: Mia')
  expect(current()).toMatch(/^Mia/)
  await waitFor(() => expect(items().slice(3)).toEqual(['Salva vista', 'Copia link', 'Rinomina e condividi', 'Elimina vista']))
  await choose('Elenco senza vista')
  await named('Viste')
  expect([address(), looked.layout]).toEqual(['/cose', {}])
})
test('a link with the view alone is filled in with it, once; one with filters of its own keeps them and is marked', async () => {
  const { address, open } = await show(`/cose?vista=${KEYS[0]}`)
  await waitFor(() => expect(address()).toContain('sort=-name'))
  expect((await named('Vista: Mia')).textContent).toBe('Mia')
  await open(`/cose?vista=${KEYS[0]}`)
  await waitFor(() => expect(screen.getByLabelText('Vista: Mia').textContent, 'whoever cleared the filters meant it').toBe('Mia *'))
  expect(address()).not.toContain('sort')
})
test('other filters than those of the view are a change, in whatever order they stand; pages are none', async () => {
  const { open } = await show(`/cose?kind=b&vista=${KEYS[0]}`)
  await waitFor(() => expect(screen.getByLabelText('Vista: Mia').textContent).toBe('Mia *'))
  expect(looked.search).toMatchObject({ kind: ['b'] })
  await open(`/cose?sort=-name&page=3&kind=a&vista=${KEYS[0]}`)
  await waitFor(() => expect(screen.getByLabelText('Vista: Mia').textContent).toBe('Mia'))
})
test('a view that is gone says so and its name leaves the address, with the filters as they are; one of another list is none', async () => {
  const { address } = await show(`/cose?kind=b&vista=${KEYS[3]}`, { ...base(), [`GET /saved-views/links/${KEYS[3]}`]: () => null })
  await waitFor(() => expect(said()).toEqual(['warning: Questa vista non c’è più.']))
  await waitFor(() => expect(address()).toBe('/cose?kind=b'))
  forgetNotices()
  const { open } = await show(`/cose?vista=${KEYS[2]}`)
  await open(`/cose?kind=a&vista=${KEYS[2]}`)
  expect(said()).toEqual([])
  expect(screen.queryByLabelText('Vista: Altrove')).toBeNull()
})
test('the list opens with the person’s default, unless it is opened with something else; known from the last look at the menu', async () => {
  const usual = view(1, 'Solita', { standard: true, search: { kind: ['a'] } })
  const first = await show('/cose', base([usual]))
  await menu('Viste')
  await waitFor(() => expect(items()[1]).toContain('Solita (predefinita)'))
  first.unmount()
  const again = await show('/cose', base([usual]))
  await named('Vista: Solita')
  expect(again.address()).toContain('kind=a')
  again.unmount()
  const other = await show('/cose?search=x', base([usual]))
  await named('Viste')
  expect(other.address()).toBe('/cose?search=x')
  await other.open('/cose')
  expect(other.address(), 'only the opening').toBe('/cose')
})
test('what is looked at is saved under a name, with its key, and is then the view', async () => {
  const { writes, answers, address } = await show('/cose?kind=b&page=2')
  act(() => looked.arrange!({ density: 'wide' }))
  await (await menu('Viste'))('Salva vista')
  const box = await dialog('Salva vista')
  const save = () => box.getByText('Salva').closest('button')!
  fireEvent.change(box.getByLabelText(/Nome/), { target: { value: '  ' } })
  fireEvent.submit(save().closest('form')!)
  box.getByText('Il campo Nome è obbligatorio.')
  expect(document.activeElement).toBe(box.getByLabelText(/Nome/))
  expect(writes(), 'a name of blanks is none').toEqual([])
  fireEvent.change(box.getByLabelText(/Nome/), { target: { value: 'Nuova' } })
  fireEvent.click(box.getByLabelText(/Vista predefinita/))
  expect(box.queryByLabelText('Condivisa con i ruoli'), 'only administrators share').toBeNull()
  answers['POST /saved-views'] = () => Response.json({ error: 'Non valido', errors: { name: ['C’è già.'] } }, { status: 422 })
  await act(async () => void fireEvent.click(save()))
  await waitFor(() => expect(writes()).toHaveLength(1))
  answers['POST /saved-views'] = ({ body }) => view(4, body.name, body)
  answers[`GET /saved-views/links/${writes()[0]!.body.key}`] = () => view(4, 'Nuova', writes()[0]!.body)
  await waitFor(() => expect(save().disabled).toBe(false))
  await act(async () => void fireEvent.click(save()))
  await named('Vista: Nuova')
  const [one, two] = writes()
  expect(one!.body).toEqual({
    ...{ key: expect.stringMatching(/^[0-9a-f-]{36}$/), screen: 'rows.list', name: 'Nuova', standard: true },
    ...{ search: { kind: ['b'] }, layout: { density: 'wide' } },
  })
  expect(two!.body, 'tried again it is the same one').toEqual(one!.body)
  expect(address()).toContain(`vista=${one!.body.key}`)
  expect(screen.queryByRole('dialog', { name: 'Salva vista' })).toBeNull()
})
test('one’s own is brought up to date as it is looked at, renamed, linked, deleted and brought back', async () => {
  const { writes, answers, address } = await show(`/cose?kind=b&vista=${KEYS[0]}`)
  const choose = await menu('Vista: Mia')
  const changed = { ...mine, search: { kind: ['b'] } }
  answers['PUT /saved-views/1'] = ({ body }) => ({ ...changed, ...body, rev: 3 })
  answers[`GET /saved-views/links/${KEYS[0]}`] = () => changed
  await choose('Aggiorna vista')
  await waitFor(() => expect(screen.getByLabelText('Vista: Mia').textContent).toBe('Mia'))
  expect(writes().at(-1)!.body).toEqual({ rev: 2, search: { kind: ['b'] }, layout: { hidden: ['Note'] } })
  await waitFor(() => expect(items()).not.toContain('Aggiorna vista'))
  const copied = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
  await choose('Copia link')
  expect(copied).toHaveBeenCalledWith(`${location.origin}${location.pathname}?vista=${KEYS[0]}`)
  expect(said()[0]).toBe('success: Link copiato.')
  await choose('Rinomina e condividi')
  const box = await dialog('Rinomina e condividi')
  expect((box.getByLabelText(/Nome/) as HTMLInputElement).value).toBe('Mia')
  fireEvent.change(box.getByLabelText(/Nome/), { target: { value: 'Sempre mia' } })
  await act(async () => void fireEvent.click(box.getByText('Salva')))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rinomina e condividi' })).toBeNull())
  expect(writes().at(-1)).toMatchObject({ call: 'PUT /saved-views/1', body: { rev: 2, name: 'Sempre mia', standard: false } })
  expect(address(), 'it is still looked at').toContain(KEYS[0])

  answers['DELETE /saved-views/1'] = () => ({})
  answers['POST /saved-views'] = ({ body }) => ({ ...changed, ...body })
  await (await menu('Vista: Mia'))('Elimina vista')
  await named('Viste')
  expect(address()).toBe('/cose')
  await waitFor(() => expect(items()).toContain('Annulla l’eliminazione di Mia'))
  fireEvent.click(screen.getByText('Annulla l’eliminazione di Mia'))
  await named('Vista: Mia')
  const { id: _, rev: __, created_by: ___, ...whole } = changed
  expect(writes().at(-1)).toMatchObject({ call: 'POST /saved-views', body: whole })
  expect(items()).not.toContain('Annulla l’eliminazione di Mia')
})
test('another’s view is not theirs to change, but an administrator’s where it is shared, and to share', async () => {
  const { unmount } = await show(`/cose?kind=b&vista=${KEYS[1]}`)
  await menu('Vista: Di tutti')
  await waitFor(() => expect(items().slice(3)).toEqual(['Salva vista', 'Copia link']))
  unmount()
  const { writes, answers } = await show(`/cose?kind=b&vista=${KEYS[1]}`, base(), 'super-admin')
  const choose = await menu('Vista: Di tutti')
  await waitFor(() => expect(items()).toHaveLength(8))
  expect(items().slice(3)).toEqual(['Aggiorna vista', 'Salva vista', 'Copia link', 'Rinomina e condividi', 'Elimina vista'])
  await choose('Rinomina e condividi')
  const box = await dialog('Rinomina e condividi')
  await box.findAllByLabelText('Condivisa con i ruoli')
  answers['PUT /saved-views/2'] = () => Response.json({ error: 'Cambiata da un altro.' }, { status: 409 })
  await act(async () => void fireEvent.click(box.getByText('Salva')))
  expect((await box.findByRole('alert')).textContent).toBe('Cambiata da un altro.')
  expect(writes().at(-1)!.body).toEqual({ rev: 2, name: 'Di tutti', standard: false, roles: ['accounting'] })
})
test('views that cannot be read are not none', async () => {
  await show('/cose', { ...base(), 'GET /saved-views': () => Response.json({ error: 'x' }, { status: 500 }) })
  await menu('Viste')
  await screen.findByText('Errore nel caricamento delle viste.')
})
