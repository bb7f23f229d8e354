// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched when they are first opened; here they are there.
import '../../../src/crud/list/ColumnChooser.tsx'
import '../../../src/crud/list/FilterPopover.tsx'
import '../../../src/ui/SheetDrawer.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListQuery } from '../../../src/contract/kernel/crud.ts'
import { get, list, resource } from '../../../src/contract/kernel/endpoint.ts'
import { anyText, facets } from '../../../src/contract/kernel/filters.ts'
import { anyOf } from '../../../src/crud/list/filters.tsx'
import { useListState } from '../../../src/crud/list/list-search.ts'
import { PagedTable } from '../../../src/crud/list/PagedTable.tsx'
import { EmptyState } from '../../../src/ui/EmptyState.tsx'
import { StatusChip } from '../../../src/ui/StatusChip.tsx'
import { type Answers, onePage } from '../one-page.tsx'

const Row = v.object({ id: v.number(), name: v.string(), kind: v.string() })
const query = v.object({ ...ListQuery.entries, kind: anyText, ...facets('kind') })
const rows = resource('rows' as never, {
  list: list('/rows', { query, output: Row, policy: 'auth' }),
  all: get('/all', { query, output: Row, envelope: 'list', policy: 'auth' }),
})
const row = (id: number) => ({ id, name: `Riga ${id}`, kind: 'a' })
const pageOf = (first: number, count: number, more: object = {}) => ({
  data: Array.from({ length: count }, (_, at) => row(first + at)),
  ...{ total: count, current_page: 1, last_page: 1, per_page: 15 },
  ...more,
})
const columns = {
  Nome: { show: ({ name }: { name: string }) => name, sort: 'name' },
  Genere: { show: ({ kind }: { kind: string }) => kind, spare: 1 },
  Note: () => '–',
}
function List({ source = rows.list as any, link = true, actions = undefined as any, filters = {} as any }) {
  return (
    <PagedTable
      {...useListState(source)}
      given={{ station_id: 5 }}
      columns={columns as any}
      empty={<EmptyState message="Nessuna riga." />}
      link={link ? (one: any) => ({ to: `/cose/${one.id}` }) : (undefined as any)}
      actions={actions}
      filters={filters}
    />
  )
}
const filters = { kind: anyOf('Genere', { a: 'Alfa', b: 'Beta' }) }
const Filtered = () => <List filters={filters} />
const answers = (page: (asked: URLSearchParams) => unknown): Answers => ({
  'GET /rows': ({ call }) => page(new URL(call.slice(4), 'http://x').searchParams),
})
const headings = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
const status = () => document.querySelector('[role=status]')!.textContent
/** How wide the list is, in rem of 16 pixels; nothing has a size in jsdom. */
let wide = 0
const watched = new Set<(sizes: []) => void>()
beforeEach(() => {
  wide = 0
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => wide * 16 + 15)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly look: (sizes: []) => void
      constructor(look: (sizes: []) => void) {
        this.look = look
      }
      observe() {
        watched.add(this.look)
      }
      unobserve() {}
      disconnect() {
        watched.delete(this.look)
      }
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
})

test('the four states are told apart, by the eye and by the ear', async () => {
  let answer!: (page: unknown) => void
  const held = new Promise((done) => {
    answer = done
  })
  const { open, calls } = await onePage(Filtered, {
    at: '/cose?per_page=5',
    answers: answers((asked) => {
      if (asked.has('search')) return pageOf(0, 0)
      return asked.get('kind') === 'b' ? Response.json({ error: 'No.' }, { status: 500 }) : held
    }),
  })
  expect(status()).toBe('Caricamento in corso')
  expect(document.querySelectorAll('tbody tr'), 'as many as asked for').toHaveLength(5)
  await act(async () => answer(pageOf(1, 2, { total: 12, last_page: 3, per_page: 5 })))
  await screen.findByText('Riga 2')
  expect([status(), calls()]).toEqual(['Righe 1–2 di 12', ['GET /rows?per_page=5&station_id=5']])
  expect(screen.getByRole('navigation', { name: 'Pagine' })).toBeDefined()
  expect(screen.queryByText('Nessuna riga.')).toBeNull()
  await open('/cose?search=x')
  await screen.findByText('Nessun risultato con i filtri selezionati.')
  expect([status(), screen.queryByText('Nessuna riga.'), document.querySelector('table')]).toEqual(['Nessun risultato', null, null])
  await open('/cose?kind=b')
  await screen.findByText('Errore nel caricamento. No.')
  expect([status(), screen.queryByText(/Nessun/), screen.queryByRole('navigation')]).toEqual(['', null, null])
})
test('a list without an answer yet has fifteen rows to come, however many were asked for; an empty one says so, and nothing else', async () => {
  let answer!: (page: unknown) => void
  await onePage(Filtered, { at: '/cose?per_page=100', answers: answers(() => new Promise((done) => (answer = done))) })
  expect(document.querySelectorAll('tbody tr')).toHaveLength(15)
  await waitFor(() => expect(answer).toBeDefined())
  await act(async () => answer(pageOf(0, 0)))
  await screen.findByText('Nessuna riga.')
  expect([status(), document.querySelector('table'), screen.queryByRole('button', { name: 'Azzera filtri' })]).toEqual(['', null, null])
})
test('"Azzera filtri" takes away the filters and the text, and keeps the order', async () => {
  const { address } = await onePage(Filtered, { at: '/cose?kind=b&search=x&sort=-name&page=3', answers: answers(() => pageOf(0, 0)) })
  await screen.findByText('Nessun risultato con i filtri selezionati.')
  fireEvent.click(screen.getAllByRole('button', { name: 'Azzera filtri' }).at(-1)!)
  await waitFor(() => expect(address()).toBe('/cose?sort=-name'))
})
test('the page after the last row went is the last there is, and Back does not lead to it', async () => {
  const { address, open, back, calls } = await onePage(Filtered, {
    answers: answers((asked) =>
      asked.get('page') === '4' ? pageOf(0, 0, { total: 20, last_page: 2, current_page: 4 }) : pageOf(1, 5, { total: 20, last_page: 2 }),
    ),
  })
  await screen.findByText('Riga 1')
  await open('/cose?page=4')
  await waitFor(() => expect(address()).toBe('/cose?page=2'))
  expect(calls()).toContain('GET /rows?page=2&station_id=5')
  await back()
  await waitFor(() => expect(address()).toBe('/cose'))
})
test('pages, their size and the order go to the address; a heading with Shift orders beside the others', async () => {
  const { address } = await onePage(Filtered, {
    at: '/cose?kind=a&sort=nothing',
    answers: answers(() => pageOf(1, 15, { total: 40, last_page: 3 })),
  })
  await screen.findByText('Riga 1')
  fireEvent.click(screen.getByRole('button', { name: 'Pagina 2' }))
  await waitFor(() => expect(address()).toMatch(/page=2/))
  fireEvent.change(screen.getByRole('combobox', { name: 'Righe per pagina' }), { target: { value: '25' } })
  await waitFor(() => expect(address()).toMatch(/per_page=25/))
  expect(address(), 'other pages are other rows').not.toMatch(/[?&]page=/)
  fireEvent.click(screen.getByText('Nome'))
  await waitFor(() => expect(address()).toMatch(/sort=name/))
  fireEvent.click(screen.getByText('Nome'), { shiftKey: true })
  await waitFor(() => expect(address()).toMatch(/sort=-name/))
  expect(address()).toMatch(/kind=a/)
})
test('a list that has no pages has no pager', async () => {
  const { calls } = await onePage(() => <List source={rows.all} link={false} />, { answers: { 'GET /all': () => [row(1), row(2)] } })
  await screen.findByText('Riga 2')
  expect([calls(), screen.queryByRole('navigation'), status()]).toEqual([['GET /all?station_id=5'], null, 'Righe 1–2 di 2'])
})

test('a column for which there is no room is hidden and comes back with the room; chosen, it stays', async () => {
  wide = 18
  await onePage(() => <List actions={() => []} />, { answers: answers(() => pageOf(1, 1)) })
  await screen.findByText('Riga 1')
  expect(headings()).toEqual(['Nome', 'Note', 'Azioni'])
  const grow = (to: number) => {
    wide = to
    act(() => {
      for (const look of watched) look([])
    })
  }
  grow(40)
  expect(headings()).toEqual(['Nome', 'Genere', 'Note', 'Azioni'])
  grow(18)
  expect(headings()).toEqual(['Nome', 'Note', 'Azioni'])
  fireEvent.click(screen.getByLabelText('Colonne', { selector: 'button' }))
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: '[type=checkbox]' })
  await waitFor(() => expect(box('Genere').checked).toBe(false))
  fireEvent.click(box('Note'))
  expect(headings(), 'the room of a column that was put away is given to the next').toEqual(['Nome', 'Genere', 'Azioni'])
  fireEvent.click(box('Note'))
  expect(headings(), 'and taken back').toEqual(['Nome', 'Note', 'Azioni'])
  fireEvent.click(box('Genere'))
  expect(headings(), 'narrow or not').toEqual(['Nome', 'Genere', 'Note', 'Azioni'])
  fireEvent.click(box('Note'))
  grow(90)
  expect(headings()).toEqual(['Nome', 'Genere', 'Azioni'])
  fireEvent.click(screen.getByLabelText('Sposta Genere prima'))
  expect(headings()).toEqual(['Genere', 'Nome', 'Azioni'])
  expect(localStorage.key(0), 'of this list, for this person').toMatch(/-7-.*rows\.list$/)
})
test('rem are those of the page, and nobody listens to a list that is gone', async () => {
  document.documentElement.style.fontSize = '32px'
  wide = 44
  const { unmount } = await onePage(() => <List />, { answers: answers(() => pageOf(1, 1)) })
  await screen.findByText('Riga 1')
  document.documentElement.style.fontSize = ''
  // 22 rem of 32 pixels: room for three of six and a little, not for four.
  expect(headings()).toEqual(['Nome', 'Genere', 'Note'])
  const before = watched.size
  unmount()
  expect(watched.size).toBeLessThan(before)
})

test('after Back the row that was opened has the focus, once; another way there gives it to none', async () => {
  const page = await onePage(() => <List />, { answers: answers(() => pageOf(1, 3)) })
  const focused = () => document.activeElement?.textContent
  await screen.findByText('Riga 2')
  await act(async () => void fireEvent.click(screen.getByText('Riga 2')))
  await waitFor(() => expect(page.address()).toBe('/cose/2'))
  act(() => (document.activeElement as HTMLElement).blur())
  await page.back()
  await waitFor(() => expect(focused()).toBe('Riga 2'))
  act(() => (document.activeElement as HTMLElement).blur())
  await page.open('/cose?search=x')
  await screen.findByText('Riga 2')
  expect(document.activeElement).toBe(document.body)
  await page.back()
  await screen.findByText('Riga 2')
  expect(document.activeElement, 'it has had it').toBe(document.body)
})
test('the page of a row is fetched when the pointer rests on it, not when it passes, nor where data are dear', async () => {
  const { router } = await onePage(() => <List />, { answers: answers(() => pageOf(1, 2)) })
  await screen.findByText('Riga 1')
  const fetched = vi.spyOn(router, 'preloadRoute').mockRejectedValue(new Error('no network'))
  const rest = (words: string) => fireEvent.pointerEnter(screen.getByText(words).closest('tr')!)
  const leave = (words: string) => fireEvent.pointerLeave(screen.getByText(words).closest('tr')!)
  vi.useFakeTimers()
  rest('Riga 1')
  vi.advanceTimersByTime(5_000)
  expect(fetched).not.toHaveBeenCalled()
  router.update({ ...router.options, defaultPreload: 'intent', defaultPreloadDelay: 50 } as any)
  rest('Riga 1')
  vi.advanceTimersByTime(49)
  leave('Riga 1')
  vi.advanceTimersByTime(5_000)
  expect(fetched).not.toHaveBeenCalled()
  rest('Riga 1')
  vi.advanceTimersByTime(20)
  rest('Riga 2')
  vi.advanceTimersByTime(49)
  expect(fetched).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(fetched.mock.calls, 'the last alone; a failure is told when it is opened').toEqual([[{ to: '/cose/2' }]])
})
test('a list that is left fetches nothing any more', async () => {
  const { router, unmount } = await onePage(() => <List />, { answers: answers(() => pageOf(1, 1)) })
  await screen.findByText('Riga 1')
  router.update({ ...router.options, defaultPreload: 'intent', defaultPreloadDelay: 50 } as any)
  const fetched = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined)
  vi.useFakeTimers()
  fireEvent.pointerEnter(screen.getByText('Riga 1').closest('tr')!)
  unmount()
  vi.advanceTimersByTime(5_000)
  expect(fetched).not.toHaveBeenCalled()
})

test('each value of a filter tells how many rows it has under the other filters and the search', async () => {
  const { calls, address } = await onePage(Filtered, {
    at: '/cose?search=x&sort=name&page=2&per_page=50&kind=a',
    answers: answers((asked) => ({ ...pageOf(1, 5, { total: 70, last_page: 2 }), ...(asked.get('facet') && { counts: { b: 1_234 } }) })),
  })
  await screen.findByText('Riga 1')
  fireEvent.click(screen.getByText('Genere: Alfa'))
  const beta = await screen.findByLabelText(/^Beta · 1\.234$/)
  expect(beta.getAttribute('aria-description')).toBe('1.234 righe')
  expect(screen.getByLabelText(/^Alfa/).getAttribute('aria-description'), 'what is not counted has none').toBe('0 righe')
  const asked = new URL(
    calls()
      .find((call) => call.includes('facet'))!
      .slice(4),
    'http://x',
  ).searchParams
  expect(Object.fromEntries(asked)).toEqual({ search: 'x', station_id: '5', per_page: '5', facet: 'kind' })
  fireEvent.click(beta)
  await waitFor(() => expect(address()).toMatch(/kind=a.*b/))
})
test('where the values of a filter cannot be counted it says so, and filters all the same', async () => {
  const { address } = await onePage(Filtered, {
    at: '/cose?kind=a',
    answers: answers((asked) => (asked.get('facet') ? Response.json({ error: 'Errore di prova' }, { status: 500 }) : pageOf(1, 5))),
  })
  await screen.findByText('Riga 1')
  fireEvent.click(screen.getByText('Genere: Alfa'))
  await screen.findByText('Conteggi non disponibili.')
  fireEvent.click(screen.getByLabelText(/^Beta/))
  await waitFor(() => expect(address()).toMatch(/kind=a.*b/))
})
test('a column grows until its states are whole, and a column with a rank gives way for it', async () => {
  wide = 44
  /** The words of a state need 100 pixels and have 60, until the column is wider than it was. */
  const given = () => (document.querySelector<HTMLElement>('col[data-column=Stato]')!.style.width === '10em' ? 60 : 100)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return this.matches('.chip > span') ? 100 : 0
  })
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(function (this: Element) {
    return this.matches('.chip > span') ? given() : wide * 16
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(140)
  const measure = () =>
    act(() => {
      for (const look of watched) look([])
    })
  const states = {
    Nome: { show: ({ name }: { name: string }) => name, wide: true },
    Genere: { show: ({ kind }: { kind: string }) => kind, width: 24, spare: 1 },
    Stato: { show: () => <StatusChip tone="error" label="Annullato" />, width: 8.75 },
  }
  await onePage(() => <PagedTable {...useListState(rows.list)} columns={states as any} empty={<EmptyState message="Nessuna riga." />} />, {
    answers: answers(() => pageOf(1, 2)),
  })
  await screen.findByText('Riga 1')
  expect(headings()).toEqual(['Nome', 'Genere', 'Stato'])
  measure()
  // 140 + 40 + 1 pixels.
  const width = document.querySelector<HTMLElement>('col[data-column=Stato]')!.style.width
  expect(Number.parseFloat(width) * 14).toBeCloseTo(181, 0)
  expect(headings(), 'there is no room for it any more').toEqual(['Nome', 'Stato'])
  measure()
  expect(document.querySelector<HTMLElement>('col[data-column=Stato]')!.style.width, 'whole is whole').toBe(width)
})
