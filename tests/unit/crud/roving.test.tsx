// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRoving } from '../../../src/crud/list/use-roving.ts'
import { renderUi } from '../../render.tsx'

const focused = () => document.activeElement?.textContent

test('many rows are one stop of Tab: arrows, Home and End go from row to row and no further', () => {
  function List({ count }: { count: number }) {
    const { stop, on } = useRoving(count)
    return (
      <ul {...on}>
        {Array.from({ length: count }, (_, at) => (
          <li key={String(at)}>
            <button type="button" data-row={at} tabIndex={stop(at)}>{`r${at}`}</button>
            <button type="button">{`menu${at}`}</button>
          </li>
        ))}
      </ul>
    )
  }
  const { rerender } = renderUi(<List count={3} />)
  const stops = () => [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.tabIndex)
  const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
  expect(stops()).toEqual([0, -1, -1])
  act(() => screen.getByText('r0').focus())
  press('ArrowUp')
  expect(focused()).toBe('r0')
  expect(press('ArrowDown'), 'the page does not scroll').toBe(false)
  expect([focused(), stops()]).toEqual(['r1', [-1, 0, -1]])
  press('End')
  press('ArrowDown')
  expect([focused(), stops()]).toEqual(['r2', [-1, -1, 0]])
  press('ArrowUp')
  expect(focused()).toBe('r1')
  press('Home')
  expect(focused()).toBe('r0')
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) press('ArrowDown', more)
  expect(press('x'), 'any other key goes on').toBe(true)
  expect(focused()).toBe('r0')
  act(() => screen.getByText('menu2').focus())
  expect(stops(), 'whatever in a row has the focus, the row is the stop').toEqual([-1, -1, 0])
  press('ArrowUp')
  expect(focused(), 'in the menu of a row the arrows are the menu’s').toBe('menu2')
  rerender(<List count={2} />)
})
