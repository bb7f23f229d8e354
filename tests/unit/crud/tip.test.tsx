// @vitest-environment jsdom
import '../../setup-dom.ts'
// Fetched with the first text that is cut; here it is there.
import '../../../src/crud/list/CellTip.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCellTip } from '../../../src/crud/list/use-cell-tip.tsx'
import { renderUi } from '../../render.tsx'

function Table() {
  const { on, tip } = useCellTip()
  return (
    <>
      <table {...on}>
        <thead>
          <tr>
            <th>Intestazione lunga</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <button type="button">Testo lungo</button>
            </td>
            <td tabIndex={-1}>Corto</td>
            <td>Largo ma non tagliato</td>
          </tr>
        </tbody>
      </table>
      {tip}
    </>
  )
}
/** Nothing has a size in jsdom: these do. */
const sized = (element: HTMLElement, wanted: number, given: number, overflow: string) => {
  Object.defineProperties(element, {
    scrollWidth: { value: wanted },
    clientWidth: { value: given },
    innerText: { get: () => element.textContent },
  })
  element.style.textOverflow = overflow
}
const long = () => screen.getByRole('button')
const cell = () => long().closest('td')!
const short = () => screen.getByText('Corto')
const tip = () => screen.queryByRole('tooltip')
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
let gone: () => void
let place = { left: 40, top: 100, bottom: 120 }
beforeEach(async () => {
  vi.useFakeTimers()
  gone = renderUi(<Table />).unmount
  sized(long(), 300, 100, 'ellipsis')
  sized(cell(), 100, 100, 'clip')
  sized(short(), 40, 100, 'ellipsis')
  sized(screen.getByText('Largo ma non tagliato'), 300, 100, 'clip')
  sized(screen.getByText('Intestazione lunga'), 300, 100, 'ellipsis')
  place = { left: 40, top: 100, bottom: 120 }
  cell().getBoundingClientRect = () => place as DOMRect
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 1_000, configurable: true })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
/** The pointer rests on the text that is cut, and its tip is there. */
const rest = async () => {
  fireEvent.pointerOver(long())
  await wait(300)
  return tip()!
}

test('the whole of a text that is cut is read where the pointer rests, not where it only passes', async () => {
  fireEvent.pointerOver(long())
  await wait(299)
  expect(tip()).toBeNull()
  await wait(1)
  expect(tip()!.textContent).toBe('Testo lungo')
  fireEvent.pointerOver(short())
  await wait(149)
  expect(tip(), 'time to go to the tip').not.toBeNull()
  await wait(1)
  expect(tip()).toBeNull()
  fireEvent.pointerOver(long())
  await wait(200)
  fireEvent.pointerLeave(screen.getByRole('table'))
  await wait(1_000)
  expect(tip(), 'it only passed').toBeNull()
})
test('what fits has no tip, nor what is too long but not cut; a heading has', async () => {
  for (const words of ['Corto', 'Largo ma non tagliato']) {
    fireEvent.pointerOver(screen.getByText(words))
    await wait(1_000)
    expect(tip(), words).toBeNull()
  }
  fireEvent.pointerOver(screen.getByRole('row', { name: 'Intestazione lunga' }))
  await wait(1_000)
  expect(tip(), 'of no cell').toBeNull()
  fireEvent.pointerOver(screen.getByText('Intestazione lunga'))
  await wait(300)
  expect(tip()!.textContent).toBe('Intestazione lunga')
})
test('with the keyboard it is there at once, and goes with the focus', async () => {
  act(() => long().focus())
  await wait(0)
  expect(tip()!.textContent).toBe('Testo lungo')
  act(() => long().blur())
  await wait(149)
  expect(tip()).not.toBeNull()
  await wait(1)
  expect(tip()).toBeNull()
})
test('the pointer may go to the tip and stay there to read; when it leaves the tip, that goes', async () => {
  const shown = await rest()
  fireEvent.pointerLeave(screen.getByRole('table'))
  await wait(100)
  fireEvent.pointerEnter(shown)
  await wait(1_000)
  expect(tip()).not.toBeNull()
  fireEvent.pointerLeave(shown)
  expect(tip()).toBeNull()
})
test('Esc takes it away and nothing else; scrolling takes it away; other keys leave it', async () => {
  const below = vi.fn()
  window.document.body.addEventListener('keydown', below)
  const press = (key: string) => fireEvent.keyDown(document.body, { key })
  await rest()
  press('a')
  expect([tip() !== null, below.mock.calls.length]).toEqual([true, 1])
  press('Escape')
  expect([tip(), below.mock.calls.length], 'the dialog below it does not close').toEqual([null, 1])
  press('Escape')
  expect(below, 'once it is gone, Esc is the others’ again').toHaveBeenCalledTimes(2)
  document.body.removeEventListener('keydown', below)
  await rest()
  fireEvent.scroll(screen.getByRole('table'))
  expect(tip()).toBeNull()
})
test('it stands under its cell, above it where there is no room, and never over the edge of the window', async () => {
  const at = async () => {
    const { left, top } = (await rest()).style
    fireEvent.keyDown(document.body, { key: 'Escape' })
    fireEvent.pointerOver(short())
    await wait(150)
    return [left, top]
  }
  expect(await at()).toEqual(['40px', '122px'])
  place = { left: 40, top: innerHeight - 72, bottom: innerHeight - 52 }
  expect(await at(), 'just enough').toEqual(['40px', `${innerHeight - 50}px`])
  place = { left: 40, top: innerHeight - 71, bottom: innerHeight - 51 }
  expect(await at()).toEqual(['40px', `${innerHeight - 71 - 2 - 50}px`])
  place = { left: 900, top: 100, bottom: 120 }
  expect(await at()).toEqual(['792px', '122px'])
  place = { left: -30, top: 100, bottom: 120 }
  expect(await at()).toEqual(['8px', '122px'])
})
test('a table that is gone shows nothing any more', async () => {
  fireEvent.pointerOver(long())
  expect(vi.getTimerCount()).toBe(1)
  gone()
  expect(vi.getTimerCount()).toBe(0)
})
