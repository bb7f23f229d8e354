// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { today } from '../../../src/lib/format.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen, openFilter } from '../support/world.tsx'

const made = { bank: 0, gone: 0 }
/** A bank made, and one made and deleted. */
async function acted({ as, db }: World) {
  await db.execute(sql`delete from activity_log`)
  const conti = await as('contabilita')
  made.bank = (await conti.post('/banks', { name: 'Banca Vista' })).body.data.id
  made.gone = (await conti.post('/banks', { name: 'Banca Tolta' })).body.data.id
  await conti.del(`/banks/${made.gone}`)
}
afterEach(() => {
  media.phone = false
})
const told = () => cells().map(([, person, action, object]) => [person, action, object])

test('the activity log is shown only to those who manage users', () =>
  onScreen('contabilita', '/logs', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    expect(screen.queryByRole('link', { name: 'Accessi' })).toBeNull()
  }))

test('the log names person and action in words, links to existing records, and is read-only', () =>
  onScreen(
    'admin',
    '/logs',
    async ({ user, address }) => {
      await screen.findByRole('table')
      await screen.findByRole('link', { name: 'Accessi' })
      const rows = told().filter(([, action]) => action !== 'Accesso')
      const [name] = rows[0]!
      expect(rows).toEqual([
        [name, 'Eliminazione', `Banca n. ${made.gone}`],
        [name, 'Creazione', `Banca n. ${made.gone}`],
        [name, 'Creazione', 'Banca: Banca Vista'],
      ])
      expect(screen.getAllByText('Riuscito').length).toBeGreaterThanOrEqual(3)
      expect(screen.queryByRole('button', { name: /^Azioni/ })).toBeNull()
      // A deleted record is named without a link.
      expect(screen.getAllByText(`Banca n. ${made.gone}`).map(({ tagName }) => tagName)).toContain('TD')
      await user.click(screen.getByRole('link', { name: 'Banca: Banca Vista' }))
      await screen.findByRole('heading', { name: 'Banca Vista' })
      expect(address()).toBe(`/stazioni/banche/${made.bank}`)
    },
    acted,
  ))

test('the log is filtered by period, action and object', () =>
  onScreen(
    'admin',
    '/logs',
    async ({ user, address }) => {
      await screen.findByRole('table')
      await openFilter(user, 'Periodo')
      await user.click(await screen.findByRole('button', { name: 'Oggi' }))
      await waitFor(() => expect(address()).toContain(`from=${today()}`))
      await user.keyboard('{Escape}')
      await openFilter(user, 'Azione')
      await user.click(await screen.findByRole('checkbox', { name: /^Eliminazione/ }))
      await waitFor(() => expect(told().map(([, action]) => action)).toEqual(['Eliminazione']))
      expect(address()).toContain('action=eliminazione')
    },
    acted,
  ))

test('on a phone each row of the log is a card', () =>
  onScreen(
    'p.moderate_users',
    '/logs',
    async () => {
      const list = await screen.findByRole('list', { name: 'Accessi' })
      const said = within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
      expect(said.some((text) => text!.includes(`Eliminazione`) && text!.includes(`Banca n. ${made.gone}`))).toBe(true)
      // A person who may not see banks gets neither a link to one nor its name.
      expect(said.some((text) => text!.includes(`Banca n. ${made.bank}`))).toBe(true)
      expect(within(list).queryByRole('link', { name: /Banca/ })).toBeNull()
    },
    async (world) => {
      media.phone = true
      await acted(world)
    },
  ))
