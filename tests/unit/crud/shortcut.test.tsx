// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { presses } from '../../../src/crud/list/shortcuts.ts'
import { useShortcut } from '../../../src/crud/list/use-shortcut.ts'
import { renderUi } from '../../render.tsx'

describe('one key by itself', () => {
  function Page({ action }: { action: () => void }) {
    useShortcut('fresh', action)
    return (
      <>
        <input aria-label="Testo" />
        <button type="button">Altro</button>
        <div role="menu" tabIndex={-1} />
      </>
    )
  }
  test('does its action, and takes the key', () => {
    const action = vi.fn()
    const { unmount } = renderUi(<Page action={action} />)
    expect(fireEvent.keyDown(screen.getByText('Altro'), { key: 'n' })).toBe(false)
    expect(action).toHaveBeenCalledTimes(1)
    unmount()
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(action).toHaveBeenCalledTimes(1)
  })
  test('but not another key, not with a modifier, not while somebody types, not behind a dialog', () => {
    const action = vi.fn()
    renderUi(<Page action={action} />)
    const button = screen.getByText('Altro')
    fireEvent.keyDown(button, { key: 'm' })
    for (const with_ of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) fireEvent.keyDown(button, { key: 'n', ...with_ })
    fireEvent.keyDown(screen.getByLabelText('Testo'), { key: 'n' })
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'n' })
    const taken = (event: Event) => event.preventDefault()
    document.addEventListener('keydown', taken)
    fireEvent.keyDown(button, { key: 'n' })
    document.removeEventListener('keydown', taken)
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('aria-modal', 'true')
    fireEvent.keyDown(button, { key: 'n' })
    dialog.remove()
    expect(action).not.toHaveBeenCalled()
    fireEvent.keyDown(button, { key: 'n' })
    expect(action).toHaveBeenCalledTimes(1)
  })
})

test('the same key is another one with Shift, where it is no character of its own', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const pressed = (key: string, held = {}) => ({ ...none, key, ...held })
  expect(presses('tick', pressed(' '))).toBe(true)
  expect(presses('tick', pressed(' ', { shiftKey: true }))).toBe(false)
  expect(presses('tickMany', pressed(' ', { shiftKey: true }))).toBe(true)
  expect(presses('menu', pressed('F10'))).toBe(false)
  expect(presses('menu', pressed('F10', { shiftKey: true }))).toBe(true)
  expect(presses('sheet', pressed('?', { shiftKey: true })), 'Shift writes it').toBe(true)
  expect(presses('save', pressed('Enter', { metaKey: true }))).toBe(true)
  expect(presses('save', pressed('Enter', { ctrlKey: true, shiftKey: true }))).toBe(false)
  expect(presses('saveAndMore', pressed('Enter', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(presses('palette', pressed('K', { ctrlKey: true, shiftKey: true }))).toBe(false)
  expect(presses('palette', pressed('K', { ctrlKey: true })), 'with Caps Lock').toBe(true)
})
