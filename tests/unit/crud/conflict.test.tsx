// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConflictDialog } from '../../../src/crud/form/ConflictDialog.tsx'
import { formatValue } from '../../../src/rules/shared/format-value.ts'
import { renderUi } from '../../render.tsx'

test('both changed it: each field is chosen, and only then it can be saved; values are told in words', async () => {
  const onChoice = vi.fn()
  const mine = { a: '', b: true, c: 1234.5, d: [1], e: { x: 'uno', y: null, z: 2 }, f: '2026-02-03', g: 'testo' }
  const theirs = { a: null, b: false, c: 0.1234567, d: [1, 2], e: {}, f: undefined, g: '12-2026-02-03' }
  const disputed = Object.keys(mine)
  renderUi(
    <ConflictDialog
      conflict={{ disputed, taken: ['h', 'i'], mine, theirs, row: theirs, merged: {}, rev: 2 }}
      form={{ labelOf: (path) => path.toUpperCase(), wordsOf: (_, value) => formatValue(value) }}
      onChoice={onChoice}
    />,
  )
  const group = (name: string) => screen.getByRole('radiogroup', { name })
  const said = disputed.map((key) =>
    within(group(key.toUpperCase()))
      .getAllByRole('radio')
      .map((one) => (one as HTMLInputElement).labels![0]!.textContent!.replace(/^Usa (il mio valore|quello dell’ufficio): /, '')),
  )
  expect(said).toEqual([
    ['(vuoto)', '(vuoto)'],
    ['sì', 'no'],
    ['1234,5', '0,123457'],
    ['1 elemento', '2 elementi'],
    ['uno, 2', ''],
    ['03/02/2026', '(vuoto)'],
    ['testo', '12-2026-02-03'],
  ])
  expect(screen.getByText('Presi dal server: H, I.')).toBeTruthy()
  const save = screen.getByRole('button', { name: 'Salva' }) as HTMLButtonElement
  for (const key of disputed) {
    await userEvent.click(save)
    expect(onChoice).not.toHaveBeenCalled()
    expect(document.activeElement, 'the first without a choice').toBe(within(group(key.toUpperCase())).getAllByRole('radio')[0])
    await userEvent.click(within(group(key.toUpperCase())).getAllByRole('radio')[key === 'g' ? 0 : 1]!)
  }
  await userEvent.click(save)
  expect(onChoice).toHaveBeenLastCalledWith({ ...theirs, g: 'testo' })
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  expect(onChoice).toHaveBeenLastCalledWith(null)
})
