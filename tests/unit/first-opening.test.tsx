// @vitest-environment jsdom
import '../setup-dom.ts'
import { Button, MantineProvider, Popover } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFirstOpening } from '../../src/ui/use-first-opening.ts'

function Bell() {
  const { button, opened, setOpened } = useFirstOpening()
  return (
    <Popover trapFocus returnFocus opened={opened} onChange={setOpened} transitionProps={{ duration: 50 }}>
      <Popover.Target>
        <Button ref={button} onClick={() => setOpened(true)}>
          Notifiche
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Button>Segna come lette</Button>
      </Popover.Dropdown>
    </Popover>
  )
}

test('Esc that comes before what has opened took the focus leaves it on the button', async () => {
  // With transitions: what closes is there a while longer, and would take the focus with it.
  render(<Bell />, { wrapper: ({ children }) => <MantineProvider env="default">{children}</MantineProvider> })
  const bell = screen.getByRole('button', { name: 'Notifiche' })
  const inside = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"] button')
    if (!found) throw new Error('not opened yet')
    return found
  })
  act(() => bell.focus())
  fireEvent.keyDown(bell, { key: 'Escape' })
  act(() => inside.focus())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(bell)
})
