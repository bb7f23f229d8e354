// @vitest-environment jsdom
import '../setup-dom.ts'
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
