// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched when it is first opened; here it is there.
import '../../../src/crud/list/ColumnChooser.tsx'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ColumnsButton } from '../../../src/crud/list/ColumnsButton.tsx'
import type { Layout } from '../../../src/crud/list/list-layout.ts'
import { renderUi } from '../../render.tsx'

const columns = [{ heading: 'Nome', title: true }, { heading: 'ABI' }, { heading: 'Note' }, { heading: 'POS' }]
const NARROW = { Nome: 200, ABI: 100, Note: 56 }
let layout: Layout
/** A list of four columns, of which the last has no room until something is chosen; ABI and the two others have a width. */
function List({ start = {} as Layout }) {
  const [now, onLayout] = useState(start)
  layout = now
  return (
    <ColumnsButton
      columns={columns}
      name="Nome"
      layout={now}
      hidden={[...(now.hidden ?? []), ...(now.shown?.includes('POS') ? [] : ['POS'])]}
      onLayout={onLayout}
      measure={() => ({ ...NARROW, ...now.widths })}
    />
  )
}
// By label: roles are told by the styles of everything around, which takes seconds here.
const button = (name: string) => screen.getByLabelText(name, { selector: 'button' })
const opener = () => button('Colonne')
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const shown = () => waitFor(() => expect(dialog()).not.toBeNull())
const closed = () => waitFor(() => expect(dialog()).toBeNull())
async function open(start?: Layout) {
  renderUi(<List start={start} />)
  fireEvent.click(opener())
  await shown()
}
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: '[type=checkbox]' })
const radio = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: '[type=radio]' })
const click = (name: string) => fireEvent.click(button(name))
const said = () => document.querySelector('[role=status]')!.textContent
const rows = () => [...document.querySelectorAll<HTMLElement>('li')]
const boxes = () => rows().map((row) => row.querySelector<HTMLInputElement>('[type=checkbox]')!)
const listed = () => boxes().map((one) => one.labels![0]!.textContent)

test('nothing is there until it is asked for; it opens, closes and opens again from its button', async () => {
  await open()
  await waitFor(() => expect(dialog()!.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await closed()
  await waitFor(() => expect(document.activeElement === opener(), 'the focus comes back').toBe(true))
  click('Colonne')
  await shown()
  click('Colonne')
  await closed()
})
test('a column is hidden and comes back where it was; the name of the row is always shown', async () => {
  await open({ order: ['Nome', 'Note', 'ABI', 'POS'] })
  expect(listed()).toEqual(['Nome', 'Note', 'ABI', 'POS'])
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true, false])
  expect([box('Nome').disabled, box('Note').disabled]).toEqual([true, false])
  fireEvent.click(box('Note'))
  expect(layout, 'what had no room is put away by nobody').toMatchObject({ hidden: ['Note'], shown: [] })
  expect(box('Note').checked).toBe(false)
  fireEvent.click(box('POS'))
  expect(layout).toMatchObject({ hidden: ['Note'], shown: ['POS'] })
  fireEvent.click(box('Note'))
  expect(layout).toEqual({ order: ['Nome', 'Note', 'ABI', 'POS'], hidden: [], shown: ['POS', 'Note'] })
})
test('a step before, a step after, and no further than the ends; it is said where it stands now', async () => {
  await open({ hidden: ['ABI'] })
  click('Sposta POS prima')
  expect([layout, said()]).toEqual([{ hidden: ['ABI'], order: ['Nome', 'ABI', 'POS', 'Note'] }, 'POS: posizione 3 di 4'])
  click('Sposta Nome dopo')
  expect([listed(), said()]).toEqual([['ABI', 'Nome', 'POS', 'Note'], 'Nome: posizione 2 di 4'])
  const before = layout
  for (const name of ['Sposta ABI prima', 'Sposta Note dopo']) {
    const end = button(name)
    expect([end.getAttribute('aria-disabled'), end.dataset.disabled], name).toEqual(['true', 'true'])
    click(name)
  }
  expect(layout).toBe(before)
  const usable = button('Sposta ABI dopo')
  expect([usable.getAttribute('aria-disabled'), usable.dataset.disabled]).toEqual(['false', undefined])
})
test('a column grows and shrinks by a step from what it has now, within reason, and keeps its new width; the others keep theirs', async () => {
  await open({ widths: { ABI: 300 } })
  click('Allarga Nome')
  expect([layout.widths, said()]).toEqual([{ Nome: 216, ABI: 300, Note: 56 }, 'Nome: larga 216 pixel'])
  click('Allarga Nome')
  click('Restringi ABI')
  expect(layout.widths).toEqual({ Nome: 232, ABI: 284, Note: 56 })
  click('Restringi Note')
  expect([layout.widths!.Note, said()]).toEqual([48, 'Note: larga 48 pixel'])
  expect(button('Restringi Note').getAttribute('aria-disabled'), 'it is as narrow as it may be').toBe('true')
  // It is not shown, and has no width.
  expect(button('Allarga POS').getAttribute('aria-disabled')).toBe('true')
  expect(button('Restringi POS').getAttribute('aria-disabled')).toBe('true')
  click('Allarga POS')
  expect(layout.widths).not.toHaveProperty('POS')
  fireEvent.click(box('POS'))
  const before = layout
  click('Allarga POS')
  expect(layout, 'it is not drawn yet').toBe(before)
})
test('a column is dragged over another and takes its place', async () => {
  await open()
  const [, abi] = rows()
  expect(rows().map((row) => [row.draggable, row.dataset.dragged])).toEqual(Array.from({ length: 4 }, () => [true, 'false']))
  fireEvent.dragStart(abi!)
  expect(rows().map((row) => row.dataset.dragged)).toEqual(['false', 'true', 'false', 'false'])
  const over = createEvent.dragOver(rows()[3]!)
  fireEvent(rows()[3]!, over)
  expect(over.defaultPrevented, 'it may be dropped there').toBe(true)
  expect([listed(), said()]).toEqual([['Nome', 'Note', 'POS', 'ABI'], 'ABI: posizione 4 di 4'])
  const before = layout
  fireEvent.dragOver(rows()[3]!)
  expect(layout, 'over itself nothing moves').toBe(before)
  fireEvent.dragEnd(rows()[3]!)
  expect(rows().every((row) => row.dataset.dragged === 'false')).toBe(true)
  fireEvent.dragOver(rows()[0]!)
  expect(layout, 'something else is dragged').toBe(before)
})
test('rows are as high as chosen, beside what else was arranged; "Ripristina" takes everything back', async () => {
  await open({ hidden: ['Note'] })
  const height = () => [...document.querySelectorAll<HTMLInputElement>('[type=radio]:checked')].map(({ value }) => value)
  expect(screen.getByLabelText('Altezza delle righe').contains(radio('Ampia'))).toBe(true)
  expect(height()).toEqual(['normal'])
  fireEvent.click(radio('Ampia'))
  expect([layout, height()]).toEqual([{ hidden: ['Note'], density: 'wide' }, ['wide']])
  fireEvent.click(radio('Compatta'))
  expect(layout.density).toBe('compact')
  fireEvent.click(screen.getByText('Ripristina'))
  expect([layout, height(), box('Note').checked]).toEqual([{}, ['normal'], true])
})
