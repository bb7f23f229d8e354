// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cellKeys } from '../../../src/crud/list/cell-keys.ts'
import { renderUi } from '../../render.tsx'

/** Labels of the pressed controls. */
const pressed: string[] = []
const press = (event: MouseEvent<HTMLElement>) => {
  event.preventDefault()
  pressed.push(event.currentTarget.textContent!)
}
/** Three rows: a link, two texts, the second with an input, and a menu; the third row has neither menu nor link. */
function Table() {
  return (
    <table>
      <tbody onKeyDown={cellKeys}>
        {[0, 1, 2].map((at) => (
          <tr key={at}>
            <td>
              {at < 2 ? (
                // biome-ignore lint/a11y/useValidAnchor: stands for the link of a row
                <a href="#row" data-row={at} onClick={press}>{`r${at}`}</a>
              ) : (
                <button type="button" data-row={at} onClick={press}>
                  r2
                </button>
              )}
            </td>
            <td>{`a${at}`}</td>
            <td>
              {`b${at}`}
              <input aria-label={`box${at}`} />
            </td>
            {at < 2 && (
              <td>
                <button type="button" aria-haspopup="menu" onClick={press}>{`m${at}`}</button>
                {createPortal(
                  <table>
                    <tbody>
                      <tr>
                        <td>
                          <button type="button" data-row="day">{`floats${at}`}</button>
                        </td>
                      </tr>
                    </tbody>
                  </table>,
                  document.body,
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
const focus = (words: string) => act(() => screen.getByText(words).focus())
const here = () => document.activeElement!.textContent
/** True where the page is kept from doing anything else with the key. */
const key = (name: string, more = {}) => !fireEvent.keyDown(document.activeElement!, { key: name, ...more })
beforeEach(() => void renderUi(<Table />))
afterEach(() => void pressed.splice(0))

test('← and → go to the cells beside and end at the last; where a cell has something to press, that has the focus', () => {
  focus('r0')
  expect([key('ArrowRight'), here()]).toEqual([true, 'a0'])
  const text = document.activeElement as HTMLElement
  expect([text.tagName, text.tabIndex], 'a text has it itself, and is no stop of Tab').toEqual(['TD', -1])
  key('ArrowRight')
  key('ArrowRight')
  expect([here(), document.activeElement!.tagName]).toEqual(['m0', 'BUTTON'])
  expect(screen.getByText('m0').closest('td')!.hasAttribute('tabindex'), 'one stop is enough').toBe(false)
  expect([key('ArrowRight'), here()]).toEqual([true, 'm0'])
  key('ArrowLeft')
  expect(here()).toBe('b0')
  key('ArrowLeft')
  key('ArrowLeft')
  expect(here()).toBe('r0')
  key('ArrowLeft')
  expect(here()).toBe('r0')
})
test('in a column the keys go from row to row; a row without that cell changes nothing', () => {
  focus('r0')
  key('ArrowRight')
  expect([key('ArrowDown'), here()]).toEqual([true, 'a1'])
  key('ArrowDown')
  key('ArrowDown')
  expect(here()).toBe('a2')
  key('Home')
  expect(here()).toBe('a0')
  key('End')
  key('ArrowUp')
  expect(here()).toBe('a1')
  expect([key('x'), here()], 'a letter is the page’s').toEqual([false, 'a1'])
})
test('Enter on a text opens the row, once, and only where a row opens; on a link it is the link’s own', () => {
  focus('r1')
  key('Enter')
  expect(pressed, 'the browser presses it').toEqual([])
  key('ArrowRight')
  key('Enter')
  expect(pressed).toEqual(['r1'])
  key('ArrowDown')
  key('Enter')
  expect(pressed, 'no link').toEqual(['r1'])
})
test('the key of the menu, or Shift+F10, opens the menu of the row one is in; on the menu itself the browser does', () => {
  focus('r1')
  expect([key('ContextMenu'), key('F10', { shiftKey: true })]).toEqual([true, true])
  key('ArrowRight')
  expect(key('ContextMenu'), 'from any cell').toBe(true)
  expect(pressed.splice(0)).toEqual(['m1', 'm1', 'm1'])
  expect([key('F10'), key('x', { shiftKey: true })]).toEqual([false, false])
  focus('m1')
  expect([key('ContextMenu'), key('F10', { shiftKey: true })]).toEqual([false, false])
  focus('r2')
  expect(key('ContextMenu'), 'no menu: the one of the browser').toBe(false)
  expect(pressed).toEqual([])
})
test('a control in a cell, what floats over a row, and keys with Ctrl, Alt or ⌘ are left alone', () => {
  act(() => screen.getByLabelText('box0').focus())
  expect([key('ArrowLeft'), key('ArrowDown'), key('Enter')]).toEqual([false, false, false])
  expect(document.activeElement).toBe(screen.getByLabelText('box0'))
  expect(key('ContextMenu'), 'but the menu of the row is the menu of the row').toBe(true)
  focus('r0')
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) expect(key('ArrowRight', more)).toBe(false)
  expect(here()).toBe('r0')
  for (const name of ['ContextMenu', 'ArrowLeft', 'Enter'])
    expect(fireEvent.keyDown(screen.getByText('floats0'), { key: name }), 'a calendar of a row has keys of its own').toBe(true)
  expect(pressed).toEqual(['m0'])
})
