// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { World } from '../api/world.ts'
import { cells, onScreen } from './world.tsx'

const none = async ({ db }: World) => void (await db.execute(sql`truncate inspections cascade`))

test('who has no right to verifiche sees none', () =>
  onScreen('contabilita', '/verifiche', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
  }))

test('scores have one decimal, and the list is narrowed by station, model and inspector', () =>
  onScreen('admin', '/verifiche?status=completed', async ({ user, address }) => {
    await screen.findByRole('table')
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    const scores = cells().map((row) => row[heads.indexOf('Punteggio')])
    expect(scores.length).toBeGreaterThan(0)
    for (const score of scores) expect(score).toMatch(/^\d{1,3},\d$|^–$/)
    for (const [name, typed, parameter] of [
      ['Punto vendita', 'PV001', 'station_id'],
      ['Modello', 'Antincendio', 'model_id'],
      ['Ispettore', 'Ivan', 'inspector_id'],
    ] as const) {
      await user.click(screen.getAllByRole('button', { name })[0]!)
      const box = await screen.findByRole('combobox', { name })
      await user.click(box)
      await screen.findAllByRole('option', { name: new RegExp(typed) })
      await user.type(box, typed)
      await waitFor(() => expect(screen.getAllByRole('option').every(({ textContent }) => textContent!.includes(typed))).toBe(true))
      await user.keyboard('{ArrowDown}{Enter}')
      await waitFor(() => expect(address()).toMatch(new RegExp(`[?&]${parameter}=\\d+`)))
      await user.keyboard('{Escape}')
      await screen.findByRole('button', { name: new RegExp(`^${name}: .*${typed}`) })
    }
  }))

test('an empty list says what will stand there, with the first step for who may take it', async () => {
  await onScreen(
    'ispettore',
    '/verifiche',
    async ({ user, address }) => {
      const empty = (await screen.findByText('Nessuna verifica. Avvia la prima verifica.')).parentElement!
      await user.click(within(empty).getByRole('link', { name: 'Nuova verifica' }))
      expect(address()).toBe('/verifiche?nuova=avvia')
    },
    none,
  )
  await onScreen(
    'rete',
    '/verifiche',
    async () => {
      const empty = (await screen.findByText('Qui compaiono le verifiche concluse dei tuoi punti vendita.')).parentElement!
      expect(within(empty).queryByRole('link')).toBeNull()
    },
    none,
  )
})
