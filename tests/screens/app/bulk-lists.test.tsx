// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/import/ExportMenu.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { asc, eq, inArray, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { competitors } from '../../../server/db/schema/prices/competitors.ts'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
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
  // That of an earlier job may still be shown.
  await screen.findByText(`${words.slice(0, words.lastIndexOf(':'))}: In coda…`)
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
      await user.click(dialog.getByRole('button', { name: 'Completa 2 scadenze' }))
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

test('ticked articles get other prices, told in figures before, or are switched off, and are as before again', () =>
  onScreen(
    'sup.ordini',
    '/intracommerce/articoli?search=zeta',
    async (world) => {
      const { db, user } = world
      const now = async () =>
        (
          await db.select().from(ecommerce_products).where(like(ecommerce_products.name, 'Zeta%')).orderBy(asc(ecommerce_products.code))
        ).map(({ price, active }) => [price, active])
      const both = async () => {
        for (const name of ['Zeta uno', 'Zeta due']) await tick(world, name)
      }
      const back = async () => {
        await user.click(screen.getByRole('button', { name: 'Ripristina' }))
        await waitFor(() => expect(screen.queryByText(/^Ripristino .*: In coda…$/)).not.toBeNull())
        await world.runs()
        await screen.findByText(/^Ripristino .*: 2 riuscite$/)
      }
      await both()
      const prices = await press(world, 'Varia i prezzi')
      const box = prices.getByRole('textbox', { name: 'Variazione %' })
      const go = prices.getByRole('button', { name: 'Varia i prezzi di 2 articoli' })
      await user.type(box, '-150')
      await user.click(go)
      await prices.findByText('Il campo Variazione % deve essere maggiore o uguale a -90.')
      await user.clear(box)
      await user.type(box, '7,5')
      await prices.findByText('Cambieranno 2 prezzi: ZZ-2 da 10,00 € a 10,75 €, ZZ-1 da 54,00 € a 58,05 €.')
      await user.click(go)
      await over(world, 'Varia i prezzi · Articoli, 2 righe: 2 riuscite')
      expect(await now()).toEqual([
        [58.05, true],
        [10.75, true],
      ])
      await back()
      await both()
      const off = await press(world, 'Disattiva')
      await user.click(off.getByRole('button', { name: 'Disattiva' }))
      await over(world, 'Disattiva · Articoli, 2 righe: 2 riuscite')
      expect(await now()).toEqual([
        [54, false],
        [10, false],
      ])
      await back()
      expect(await now()).toEqual([
        [54, true],
        [10, true],
      ])
    },
    async ({ db }) => {
      for (const [code, name, price] of [
        ['ZZ-1', 'Zeta uno', 54],
        ['ZZ-2', 'Zeta due', 10],
      ] as const)
        await db.insert(ecommerce_products).values({ code, name, price, category_id: 1 })
    },
  ))

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
      await user.click(dialog.getByRole('button', { name: 'Modifica 2 punti vendita' }))
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
