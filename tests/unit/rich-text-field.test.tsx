// @vitest-environment jsdom
import '../setup-dom.ts'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '../../src/ui/Dialog.tsx'
import { RichTextField } from '../../src/ui/RichTextField.tsx'

test('what is written in the field is told, and an emptied field is empty', async () => {
  const told: string[] = []
  render(
    <MantineProvider>
      <RichTextField label="Testo" defaultValue="" onChange={(html) => told.push(html)} />
    </MantineProvider>,
  )
  const box = (await screen.findByRole('textbox', { name: /^Testo/ })) as HTMLElement & {
    editor: { commands: { insertContent(text: string): boolean; clearContent(emits: boolean): boolean } }
  }
  act(() => void box.editor.commands.insertContent('Leggere e confermare.'))
  expect(told.at(-1)).toBe('<p>Leggere e confermare.</p>')
  act(() => void box.editor.commands.clearContent(true))
  expect(told.at(-1)).toBe('')
})

test('Esc in the address of a link closes the address, and the dialog around stays', async () => {
  const onClose = vi.fn()
  render(
    <MantineProvider>
      <Dialog opened onClose={onClose} title="Nuova comunicazione">
        <RichTextField label="Testo" defaultValue="" onChange={() => undefined} />
      </Dialog>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Collegamento' }))
  const address = await screen.findByLabelText('Indirizzo')
  act(() => address.focus())
  fireEvent.keyDown(address, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Indirizzo')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})
