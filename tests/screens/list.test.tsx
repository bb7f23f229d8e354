// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { banks } from '../../server/db/schema/banks.ts'
import type { World } from '../api/world.ts'
import { cells, onScreen } from './world.tsx'

/** The test seed has 8 banks; so many more, which come first by name. */
const more =
  (count: number) =>
  async ({ db }: World) => {
    const values = Array.from({ length: count }, (_, at) => ({ name: `AAA ${String(at + 1).padStart(2, '0')}`, abi: String(90_000 - at) }))
    await db.insert(banks).values(values)
  }
const names = () => cells().map(([name]) => name)

test('rows, then nothing found, then all again', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    await waitFor(() => expect(names()).toHaveLength(8))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Banche · 8')
    await world.user.type(screen.getByRole('searchbox'), ' zzz')
    await screen.findByText('Nessun risultato con i filtri selezionati.')
    await world.user.click(screen.getByRole('button', { name: 'Azzera filtri' }))
    await waitFor(() => expect(names()).toHaveLength(8))
    expect(world.address()).toBe('/stazioni/banche')
  }))

test('pages come from the server, and the address tells which', () =>
  onScreen(
    'contabilita',
    '/stazioni/banche',
    async (world) => {
      await screen.findByText('1–15 di 41')
      await world.user.click(screen.getByRole('button', { name: 'Pagina 3' }))
      await screen.findByText('31–41 di 41')
      expect(world.address()).toBe('/stazioni/banche?page=3')
      await world.back()
      await screen.findByText('1–15 di 41')
      expect(world.address()).toBe('/stazioni/banche')
    },
    more(33),
  ))
