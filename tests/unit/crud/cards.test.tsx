// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched when they are first opened; here they are there.
import '../../../src/ui/SheetDrawer.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { columnsOf } from '../../../src/crud/list/columns.ts'
import { LoadingCards, RowCards } from '../../../src/crud/list/RowCards.tsx'
import { IconFile as icon } from '../../../src/ui/icons.tsx'
import { onePage } from '../one-page.tsx'

interface Thing {
  id: number
  name: string
  note?: string
}
const things: Thing[] = [
  { id: 1, name: 'Uno', note: 'prima' },
  { id: 2, name: 'Due' },
]
const columns = columnsOf<Thing>({
  Sotto: ({ id }) => (id === 1 ? 'sotto 1' : null),
  Nome: { show: ({ name }) => name, title: true },
  Note: ({ note }) => note ?? '–',
  Aperto: ({ id }) => id === 1 && 'aperto',
  Zero: () => 0,
})
const props = { rows: things, columns, actions: undefined, busy: false, onOpen: () => undefined }
const link = ({ id }: Thing) => ({ to: `/cose/${id}` }) as any
const cards = () => screen.getAllByRole('listitem')
const lines = (card: HTMLElement) => [...card.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)
const real = window.matchMedia
beforeEach(() => {
  window.matchMedia = ((media: string) => ({ ...real(media), matches: media.includes('max-width: 37.49em') })) as never
})
afterEach(() => {
  window.matchMedia = real
})

test('a card has its name, a line below it, and a line for each other thing there is to say', async () => {
  await onePage(() => <RowCards {...props} link={link} busy />)
  const [one, two] = cards()
  expect([within(one!).getByRole('link').textContent, within(one!).getByText('sotto 1').tagName]).toEqual(['Uno', 'DIV'])
  expect([lines(one!), lines(two!)]).toEqual([
    ['Note', 'prima', 'Aperto', 'aperto', 'Zero', '0'],
    ['Zero', '0'],
  ])
  expect(two!.textContent, 'no empty line below the name').toBe('DueZero0')
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true')
})
test('columns stand in the line of a card that is theirs: place, states, who and when; the others behind their headings, some not at all', async () => {
  const bare = columnsOf<Thing>({
    Nome: ({ name }) => name,
    Numero: { show: ({ id }) => `n. ${id}`, card: 'foot' },
    Posto: { show: () => 'PV001', card: 'place' },
    Righe: { show: () => 7, card: 'none' },
    Buoni: { show: ({ id }) => id, card: 'foot', onCard: ({ id }) => `${id} buono` },
    Vuoto: { show: () => '–', card: 'foot', onCard: () => 'mai' },
    Note: ({ note }) => note ?? '–',
    Stato: { show: () => 'Aperto', card: 'chip' },
  })
  await onePage(() => <RowCards {...props} columns={bare} link={link} />)
  const lists = [...cards()[0]!.querySelectorAll('dl')].map((list) => [list.className, list.textContent])
  expect(lists).toEqual([
    [expect.stringContaining('place'), 'PostoPV001'],
    [expect.stringContaining('chips'), 'StatoAperto'],
    [expect.stringContaining('foot'), 'Numeron. 1Buoni1 buono'],
    [expect.stringContaining('lines'), 'Noteprima'],
  ])
})
test('the first draw is a screen of cards, in which all others have their place; on the way back it is all of them', async () => {
  const many = Array.from({ length: 25 }, (_, at) => ({ id: at, name: `Cosa ${at}` }))
  const draws: number[] = []
  const counted = columnsOf<Thing>({ Nome: { show: ({ name }) => name, title: true }, Altro: ({ id }) => void draws.push(id) })
  const drawnFirst = async (back: boolean) => {
    draws.length = 0
    const { unmount } = await onePage(() => <RowCards {...props} rows={many} columns={counted} link={link} back={back} />)
    expect(cards().map(({ textContent }) => textContent)).toEqual(many.map(({ name }) => name))
    unmount()
    return draws.slice(0, draws.indexOf(0, 1)).length
  }
  expect(await drawnFirst(false)).toBe(4)
  expect(await drawnFirst(true)).toBe(25)
})
test('a card opens its own row, the keys go from card to card, and one is a stop of Tab', async () => {
  const opened = vi.fn()
  const { address } = await onePage(() => <RowCards {...props} link={link} onOpen={opened} />)
  const links = screen.getAllByRole('link')
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  act(() => links[0]!.focus())
  act(() => void fireEvent.keyDown(links[0]!, { key: 'ArrowDown' }))
  expect([document.activeElement?.textContent, links.map(({ tabIndex }) => tabIndex)]).toEqual(['Due', [-1, 0]])
  await act(async () => void fireEvent.click(links[1]!))
  await waitFor(() => expect(address()).toBe('/cose/2'))
  expect(opened.mock.calls).toEqual([[2]])
})
test('cards that open nowhere are read, and what can be done with each is a sheet of its own', async () => {
  const done = vi.fn()
  const actions = ({ id }: Thing) => (id === 1 ? [] : [{ label: 'Togli', icon, danger: true, onSelect: () => done(id) }])
  await onePage(() => <RowCards {...props} link={undefined} actions={actions} />)
  expect(screen.queryByRole('link')).toBeNull()
  const menu = screen.getByRole('button', { name: 'Azioni Due' })
  expect(menu.tabIndex, 'each is reached by Tab').toBe(0)
  expect(screen.queryByRole('button', { name: 'Azioni Uno' }), 'nothing to do, no menu').toBeNull()
  fireEvent.click(menu)
  fireEvent.click(await screen.findByText('Togli'))
  expect(done.mock.calls).toEqual([[2]])
  await waitFor(() => expect(screen.queryByText('Togli')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Azioni Due' }))
  await screen.findByText('Togli')
})
test('the cards to come are grey, and nothing that is read', async () => {
  await onePage(() => <LoadingCards rows={3} />)
  expect(document.querySelectorAll('li')).toHaveLength(3)
  expect([...document.querySelectorAll<HTMLElement>('.skeleton')].slice(0, 2).map(({ style }) => style.width)).toEqual(['60%', '40%'])
  expect(screen.queryByRole('list')).toBeNull()
})
