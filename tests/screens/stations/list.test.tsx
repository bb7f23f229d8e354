// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/ClosingDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { cells, media, onScreen } from '../support/world.tsx'

afterEach(() => {
  media.phone = false
})
const ADDRESS = '/stazioni?search=zz'
/** Two granted stations, the second one read-only. */
const two =
  (name: string) =>
  async ({ db }: World) => {
    const [person] = await db
      .select()
      .from(users)
      .where(eq(users.email, `${name}@demo.example.it`))
    for (const [code, level] of [
      ['ZZ1', 'write'],
      ['ZZ2', 'read'],
    ] as const) {
      const { id } = await makeStation(db, { code })
      await db.insert(station_acl).values({ station_id: id, user_id: person!.id, level })
    }
  }
const stored = async ({ db }: World, code: string) => (await db.select().from(stations).where(eq(stations.code, code)))[0]!
const menus = () => screen.queryAllByRole('button', { name: /^Azioni ZZ/ }).map((one) => one.getAttribute('aria-labelledby')!.split(' ')[1])

test('with write access a status is changed from the row; the row updates in place and the focus returns', () =>
  onScreen(
    'rete',
    ADDRESS,
    async (world) => {
      const { user } = world
      const actions = await screen.findByRole('button', { name: 'Azioni ZZ1' })
      expect(menus(), 'not of the one that was given to be read').toHaveLength(1)
      actions.focus()
      await user.keyboard('{Enter}')
      expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
        'Chiudi temporaneamente',
        'Metti in manutenzione',
      ])
      await user.click(screen.getByRole('menuitem', { name: 'Metti in manutenzione' }))
      await screen.findByText('Stato Punto vendita modificato')
      await waitFor(() =>
        expect(cells().map((row) => row.find((cell) => /^(Attivo|In manutenzione)$/.test(cell ?? '')))).toEqual([
          'In manutenzione',
          'Attivo',
        ]),
      )
      expect((await stored(world, 'ZZ1')).status).toBe('maintenance')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Azioni ZZ1' })))

      await user.keyboard('{Enter}')
      await user.click(await screen.findByRole('menuitem', { name: 'Chiudi temporaneamente' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Chiudere temporaneamente ZZ1 Prova ZZ1?' }))
      await user.type(dialog.getByLabelText(/^Motivo/), 'Lavori sul piazzale')
      await user.click(dialog.getByRole('button', { name: 'Chiudi temporaneamente' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(await stored(world, 'ZZ1')).toMatchObject({ status: 'temporarily_closed', closing_reason: 'Lavori sul piazzale' })
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Azioni ZZ1' })))
    },
    two('rete'),
  ))

test('on a phone the card has the same actions; a reader has none', async () => {
  await onScreen(
    'lettura.rete',
    ADDRESS,
    async () => {
      await screen.findByRole('link', { name: 'ZZ1' })
      expect(menus()).toEqual([])
      expect(screen.queryByRole('columnheader', { name: 'Azioni' })).toBeNull()
    },
    two('lettura.rete'),
  )
  media.phone = true
  await onScreen(
    'rete',
    ADDRESS,
    async (world) => {
      const { user } = world
      await user.click(await screen.findByRole('button', { name: 'Azioni ZZ1' }))
      await user.click(await screen.findByRole('button', { name: 'Metti in manutenzione' }))
      await screen.findByText('Stato Punto vendita modificato')
      expect((await stored(world, 'ZZ1')).status).toBe('maintenance')
      await screen.findByText('In manutenzione')
    },
    two('rete'),
  )
})
