// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/ExportMenu.tsx'
import { screen, within } from '@testing-library/react'
import { asc, eq, inArray, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { competitors } from '../../../server/db/schema/prices/competitors.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { exported } from '../support/exported.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const tick = async ({ user }: Screen, name: string) => user.click(await screen.findByRole('checkbox', { name: `Seleziona ${name}` }))
const press = async ({ user }: Screen, name: string) => {
  const bar = within(await screen.findByRole('group', { name: 'Righe selezionate' }))
  await user.click(bar.getByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}
const over = async (world: Screen, words: string) => {
  await screen.findByRole('group', { name: 'Operazione in blocco' })
  await world.runs()
  await screen.findByText(words)
}

test('ticked expirations are completed on a day, with one note', () =>
  onScreen(
    'admin',
    '/scadenze?search=zeta',
    async (world) => {
      const { db, user } = world
      await tick(world, 'Zeta uno')
      await tick(world, 'Zeta due')
      const dialog = await press(world, 'Completa')
      await user.type(dialog.getByRole('textbox', { name: 'Completata il' }), '20/11/2025')
      await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Rapporto 7')
      await user.click(dialog.getByRole('button', { name: 'Completa' }))
      await over(world, 'Completa · Scadenze, 2 righe: 2 riuscite')
      const rows = await db.select().from(expirations).where(like(expirations.message, 'Zeta%'))
      expect(rows.map(({ status, done_at, done_note }) => [status, done_at, done_note])).toEqual(
        Array(2).fill(['done', '2025-11-20', 'Rapporto 7']),
      )
    },
    async ({ db }) => {
      const { id: station_id } = await makeStation(db, { code: 'ZZ1' })
      for (const message of ['Zeta uno', 'Zeta due'])
        await db.insert(expirations).values({ type: 'terra', message, date: '2026-12-10', periodicity: 'once', station_id })
    },
  ))

test('ticked users are disabled; whoever only reads the list of competitors has nothing to tick', async () => {
  await onScreen('lettura.rete', '/competitors', async () => {
    await screen.findByRole('table')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
  await onScreen('admin', '/utenti?search=ispettore', async (world) => {
    const email = 'ispettore@demo.example.it'
    const person = async () => (await world.db.select().from(users).where(eq(users.email, email)))[0]!
    await tick(world, (await person()).name)
    const dialog = await press(world, 'Disabilita')
    await world.user.click(dialog.getByRole('button', { name: 'Disabilita' }))
    await over(world, 'Disabilita · Utenti, 1 riga: una riuscita')
    expect((await person()).enabled).toBe(0)
  })
})

test('ticked competitors are deactivated', () =>
  onScreen(
    'admin',
    '/competitors?search=zeta',
    async (world) => {
      await tick(world, 'Zeta Q8')
      const dialog = await press(world, 'Disattiva')
      await world.user.click(dialog.getByRole('button', { name: 'Disattiva' }))
      await over(world, 'Disattiva · Competitors, 1 riga: una riuscita')
      expect((await world.db.select().from(competitors).where(eq(competitors.name, 'Zeta Q8')))[0]!.active).toBe(false)
    },
    async ({ db }) => void (await db.insert(competitors).values({ name: 'Zeta Q8', brand: 'Q8', city: 'Fidenza' })),
  ))

test('ticked stations get one company of maintenance, and are exported alone', () => {
  const two = async ({ db }: World) => {
    for (const code of ['ZZ1', 'ZZ2', 'ZZ3']) await makeStation(db, { code })
  }
  return onScreen(
    'admin',
    '/stazioni?search=zz&sort=code',
    async (world) => {
      const { db, user } = world
      const boxes = await screen.findAllByRole('checkbox', { name: /^Seleziona / })
      // The first box is that of the page.
      for (const box of boxes.slice(1, 3)) await user.click(box)
      const bar = within(await screen.findByRole('group', { name: 'Righe selezionate' }))
      const [, ...lines] = await exported(world, bar.getByRole('button', { name: 'Esporta' }))
      expect(lines.map((line) => line.split(';')[0])).toEqual(['ZZ1', 'ZZ2'])

      const dialog = await press(world, 'Modifica')
      await user.type(dialog.getByRole('textbox', { name: 'Ditta di manutenzione' }), 'Nuova S.r.l.')
      await user.click(dialog.getByRole('button', { name: 'Modifica' }))
      await over(world, 'Modifica · Stazioni, 2 righe: 2 riuscite')
      const rows = await db
        .select()
        .from(stations)
        .where(inArray(stations.code, ['ZZ1', 'ZZ2', 'ZZ3']))
        .orderBy(asc(stations.code))
      expect(rows.map((row) => row.maintenanceCompany)).toEqual(['Nuova S.r.l.', 'Nuova S.r.l.', 'Pompe e Tubi S.r.l.'])
    },
    two,
  )
})
