import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Screen } from './world.tsx'

/** The bytes of the file of that kind that a button "Esporta" gives. */
export async function exportedFile({ user }: Pick<Screen, 'user'>, button: HTMLElement, kind: string): Promise<Buffer> {
  const made: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: kind }))
  await waitFor(() => expect(made).toHaveLength(1))
  return new Promise((done) => {
    const reader = new FileReader()
    reader.onload = () => done(Buffer.from(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(made[0]!)
  })
}
/** The lines of the CSV file that it gives. */
export const exported = async (world: Pick<Screen, 'user'>, button: HTMLElement): Promise<string[]> =>
  (await exportedFile(world, button, 'CSV')).toString().replace('\ufeff', '').trimEnd().split('\r\n')
