// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { columnsOf } from '../../../src/crud/list/columns.ts'
import { LoadingTable, RowTable } from '../../../src/crud/list/RowTable.tsx'
import { IconFile as icon } from '../../../src/ui/icons.tsx'
import { onePage } from '../one-page.tsx'

interface Thing {
  id: number
  name: string
}
const things = (...names: string[]): Thing[] => names.map((name, at) => ({ id: at + 1, name }))
const columns = columnsOf<Thing>({
  Note: ({ id }) => (
    <>
      {`nota ${id}`} <input aria-label={`box ${id}`} />
    </>
  ),
  Nome: { show: ({ name }) => name, title: true, sort: 'name' },
  Punti: { show: () => '5', numeric: true },
})
const none = () => undefined
const props = { columns, actions: undefined, busy: false, onOpen: none, sort: [], onSort: none }
const link = ({ id }: Thing) => ({ to: `/cose/${id}` }) as any
const links = () => screen.getAllByRole('link')
const focused = () => document.activeElement?.textContent
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a click anywhere on a row opens it, but not on a control in it, what floats over it, nor with a text selected', async () => {
  const opened = vi.fn()
  const page = await onePage(() => <RowTable {...props} rows={things('Uno', 'Due')} link={link} onOpen={opened} />)
  const [, second] = screen.getAllByRole('row').slice(1)
  fireEvent.click(screen.getByLabelText('box 2'))
  const selection = vi.spyOn(window, 'getSelection').mockReturnValue({ toString: () => 'nota' } as Selection)
  fireEvent.click(second!.querySelector('td')!)
  expect([page.address(), opened.mock.calls]).toEqual(['/cose', []])
  selection.mockReturnValue({ toString: () => '' } as Selection)
  await act(async () => void fireEvent.click(second!.querySelector('td')!))
  await waitFor(() => expect(page.address()).toBe('/cose/2'))
  expect(opened.mock.calls, 'once').toEqual([[2]])
  await act(async () => void fireEvent.click(links()[0]!))
  await waitFor(() => expect(page.address()).toBe('/cose/1'))
  expect(opened.mock.calls).toEqual([[2], [1]])
})
test('rows that open nowhere are read: no link, no press, but a name to stand on', async () => {
  const page = await onePage(() => <RowTable {...props} rows={things('Uno')} link={undefined} />)
  const row = screen.getAllByRole('row')[1]!
  expect([row.dataset.opens, screen.queryByRole('link')]).toEqual(['false', null])
  fireEvent.click(row)
  fireEvent.pointerEnter(row)
  expect(page.address()).toBe('/cose')
  const name = screen.getByText('Uno')
  expect([name.tabIndex, name.dataset.row]).toEqual([0, '1'])
})
test('keys go through rows and cells, and one row alone is a stop of Tab', async () => {
  await onePage(() => (
    <RowTable {...props} rows={things('Uno', 'Due', 'Tre')} link={link} actions={() => [{ label: 'Togli', icon, onSelect: none }]} />
  ))
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  expect(links().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  act(() => links()[0]!.focus())
  act(() => void press('ArrowDown'))
  expect([focused(), links().map(({ tabIndex }) => tabIndex)]).toEqual(['Due', [-1, 0, -1]])
  press('ArrowRight')
  expect(focused(), 'the cell beside').toBe('5')
  press('ArrowRight')
  expect(document.activeElement, 'the menu is of this row').toBe(screen.getByRole('button', { name: 'Azioni Due' }))
  expect(screen.getAllByRole('button', { name: /^Azioni/ }).map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
})
test('when the row with the focus goes, the one in its place has it; who went elsewhere, or is in a dialog, stays there', async () => {
  const { rerenderWith } = await changing(things('Uno', 'Due', 'Tre'))
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<button>Sì</button>'
  const yes = dialog.querySelector('button')!
  act(() => screen.getByText('Due').focus())
  rerenderWith(things('Uno', 'Due', 'Tre').toSpliced(1, 1))
  expect(focused()).toBe('Tre')
  // Deleted by way of a question, which is gone before the row is.
  act(() => yes.focus())
  rerenderWith(things('Uno', 'Due', 'Tre').slice(0, 1))
  expect(focused(), 'while the question stands it is not taken away').toBe('Sì')
  act(() => yes.blur())
  rerenderWith(things('Uno', 'Due'))
  expect(focused()).toBe('Due')
  act(() => screen.getByLabelText('fuori').focus())
  act(() => screen.getByLabelText('fuori').blur())
  rerenderWith(things('Quattro'))
  expect(document.activeElement, 'whoever has left has left').toBe(document.body)
  dialog.remove()
})
async function changing(start: Thing[]) {
  let change!: (rows: Thing[]) => void
  function Page() {
    const [rows, set] = useState(start)
    change = set
    return (
      <>
        <input aria-label="fuori" />
        <RowTable {...props} rows={rows} link={link} />
      </>
    )
  }
  await onePage(Page)
  return { rerenderWith: (rows: Thing[]) => act(() => change(rows)) }
}

/** Headings as wide as given, as a browser would have drawn them. */
function drawn(...widths: number[]) {
  const heads = screen.getAllByRole('columnheader')
  for (const [at, width] of widths.entries()) heads[at]!.getBoundingClientRect = () => new DOMRect(0, 0, width, 20)
  return heads.map((head) => head.querySelector<HTMLElement>('[data-edge]'))
}
const cols = () => [...document.querySelectorAll('col')].map(({ style }) => style.width)
test('the edge of a heading is dragged: its column follows the pointer, the others stay, and what it becomes is told at the end', async () => {
  const onLayout = vi.fn()
  await onePage(() => (
    <RowTable
      {...props}
      rows={things('Uno')}
      link={link}
      layout={{ density: 'wide', widths: { Gone: 70, Nome: 90 } }}
      onLayout={onLayout}
    />
  ))
  const [edge] = drawn(100, 200, 300)
  const captured = vi.fn()
  edge!.setPointerCapture = captured
  const down = createEvent.pointerDown(edge!, { clientX: 500, pointerId: 3 })
  fireEvent(edge!, down)
  expect([down.defaultPrevented, captured.mock.calls], 'no text is selected meanwhile').toEqual([true, [[3]]])
  expect(cols()[1]).toBe('90px')
  fireEvent(edge!, new MouseEvent('pointermove', { clientX: 530 }))
  expect([cols(), document.querySelector('table')!.dataset.sized]).toEqual([['130px', '200px', '300px'], 'true'])
  fireEvent(edge!, new MouseEvent('pointermove', { clientX: 100 }))
  expect(cols(), 'never out of sight').toEqual(['48px', '200px', '300px'])
  fireEvent(edge!, new MouseEvent('pointermove', { clientX: 540 }))
  expect(onLayout).not.toHaveBeenCalled()
  fireEvent(edge!, new Event('lostpointercapture'))
  expect(onLayout.mock.calls).toEqual([[{ density: 'wide', widths: { Gone: 70, Note: 140, Nome: 200, Punti: 300 } }]])
  fireEvent(edge!, new MouseEvent('pointermove', { clientX: 900 }))
  fireEvent(edge!, new Event('lostpointercapture'))
  expect([cols()[0], onLayout.mock.calls.length], 'let go is let go').toEqual(['140px', 1])
})
test('where no layout is kept there is no edge to drag', async () => {
  await onePage(() => <RowTable {...props} rows={things('Uno')} link={link} />)
  expect(document.querySelector('[data-edge]')).toBeNull()
  expect(document.querySelector('table')!.dataset.sized).toBe('false')
})

test('the table to come has the headings and the widths of the one that comes', async () => {
  await onePage(() => (
    <>
      <LoadingTable
        columns={columns as any}
        rows={4}
        layout={{ widths: { Nome: 90, Note: 80, Punti: 70 }, density: 'compact' }}
        actions
        room={60}
      />
      <LoadingTable columns={columns as any} rows={2} layout={{}} actions={false} room={undefined} />
    </>
  ))
  const [first, second] = [...document.querySelectorAll('table')]
  const shape = (table: Element) => [...table.querySelectorAll('tr')].map((row) => row.children.length)
  expect([shape(first!), shape(second!)]).toEqual([
    [4, 4, 4, 4, 4],
    [3, 3, 3],
  ])
  expect([...first!.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['Note', 'Nome', 'Punti', ''])
  expect([...first!.querySelectorAll('col')].map(({ style }) => style.width)).toEqual(['80px', '90px', '70px', ''])
  expect([first!.dataset.sized, second!.dataset.sized, first!.parentElement!.dataset.density]).toEqual(['true', 'false', 'compact'])
  expect(screen.queryByRole('table'), 'nothing to read yet').toBeNull()
  for (const grey of document.querySelectorAll<HTMLElement>('.skeleton')) {
    expect(Number.parseFloat(grey.style.width)).toBeGreaterThan(45)
    expect(Number.parseFloat(grey.style.width)).toBeLessThanOrEqual(90)
  }
})
test('a table says what it is: whether it is changing, which figures line up, and where each row leads', async () => {
  await onePage(() => <RowTable {...props} busy rows={things('Uno')} link={link} sort={[{ field: 'name', descending: true }]} />)
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-busy')).toBe('true')
  const cells = within(table).getAllByRole('cell')
  expect(cells.map(({ dataset }) => dataset.numeric)).toEqual([undefined, undefined, 'true'])
  expect(links()[0]!.getAttribute('href')).toBe('/cose/1')
  expect(within(table).getAllByRole('columnheader')[1]!.getAttribute('aria-sort')).toBe('descending')
})
