import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Screen } from './world.tsx'

/** The lines of the CSV file that a button "Esporta" gives. */
export async function exported({ user }: Pick<Screen, 'user'>, button: HTMLElement): Promise<string[]> {
  const made: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(made).toHaveLength(1))
  const text = await new Promise<string>((done) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result as string)
    reader.readAsText(made[0]!)
  })
  return text.replace('\ufeff', '').trimEnd().split('\r\n')
}
