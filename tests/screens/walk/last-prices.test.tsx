// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { button, dialog, noDialog } from '../support/quick.ts'
import { press } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const PETROL = 1
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString()
/** So many stations that sell petrol at 1,789, self alone. */
const selling =
  (count: number) =>
  async ({ db, as }: World) => {
    const { user_id: created_by } = await as('admin')
    for (let at = 0; at < count; at += 1) {
      const code = `ZG${String(at).padStart(3, '0')}`
      const { id: station_id } = await makeStation(db, { code, name: `Griglia ${code}` })
      await db.insert(station_fuels).values({ station_id, fuel_id: PETROL, self: true, serve: false })
      await db.insert(prices).values({ station_id, fuel_id: PETROL, mode: 'self', price: 1.789, valid_from: YESTERDAY, created_by })
    }
  }
const PAGE = '/prezzi?search=griglia&sort=code&per_page=100'
const told = async ({ db }: Screen, price: number) =>
  (
    await db
      .select({ code: stations.code })
      .from(prices)
      .innerJoin(stations, eq(stations.id, prices.station_id))
      .where(eq(prices.price, price))
      .orderBy(asc(stations.code))
  ).flatMap(({ code }) => (code.startsWith('ZG') ? [code] : []))
const cell = (label: string) => button(new RegExp(`^${label}:`))
/** Opens the variation of all petrol prices by 2 cents, and gives its dialog. */
async function varies({ user }: Screen) {
  await user.click(await button('Applica variazione'))
  const box = within(await dialog('Applica variazione'))
  await box.findByText(/di \d+ punti vendita in elenco\.$/)
  await user.click(box.getByRole('combobox', { name: /Carburanti/ }))
  await user.click(await screen.findByRole('option', { name: 'Benzina' }))
  await user.keyboard('{Escape}')
  await user.type(box.getByRole('textbox', { name: /Variazione/ }), '0,020')
  return box
}
/** The price of each station that came last. */
const current = async ({ db }: Screen) => {
  const rows = await db
    .select({ code: stations.code, price: prices.price })
    .from(prices)
    .innerJoin(stations, eq(stations.id, prices.station_id))
    .orderBy(asc(prices.valid_from), asc(prices.id))
  return Object.entries(Object.fromEntries(rows.map(({ code, price }) => [code, price]))).flatMap(([code, price]) =>
    code.startsWith('ZG') ? [price] : [],
  )
}
/** The server has got the call, and its jobs have come to their end. */
const runsUntil = (world: Screen, holds: () => Promise<void>) =>
  waitFor(async () => {
    await world.runs()
    await holds()
  })
const MANY = 103
const bodies = () => [...document.querySelectorAll('[role=dialog] tbody tr')].map(({ textContent }) => textContent!)

test('of many prices a hundred are shown before they are published or varied, and the others once they are asked for', () =>
  onScreen(
    'admin',
    PAGE,
    async (world) => {
      const { user, address, open } = world
      const box = await varies(world)
      await box.findByText(`${MANY} prezzi in ${MANY} punti vendita`)
      expect(bodies()).toHaveLength(100)
      await user.click(box.getByRole('button', { name: 'Mostra altri 3 di 103' }))
      expect(bodies().at(-1)).toBe('ZG102 Griglia ZG102Benzina self: 1,789 → 1,809')
      expect(box.queryByRole('button', { name: /^Mostra altri/ })).toBeNull()
      await user.keyboard('{Escape}')
      await noDialog('Applica variazione')
      const paste = async (first: string, count: number) => {
        await user.click(await cell(`Benzina self, ${first}`))
        await user.keyboard('1{Escape}')
        await user.paste(Array(count).fill('1,799').join('\n'))
      }
      await paste('ZG000', 100)
      await open(`${PAGE}&page=2`)
      expect(address()).toContain('page=2')
      await paste('ZG100', 3)
      await user.click(await button('Pubblica prezzi'))
      await dialog('Prezzi da pubblicare')
      expect(bodies()).toHaveLength(100)
      await user.click(await button('Mostra altri 3 di 103'))
      expect(bodies().at(-1)).toBe('ZG102 Griglia ZG102Benzina self1,7891,799 (+0,010)')
      await user.click(await button('Torna ai prezzi'))
      await noDialog('Prezzi da pubblicare')
      expect(await told(world, 1.799)).toEqual([])
      // What is typed stays on the device until it is thrown away.
      await user.click(await button('Scarta'))
      await user.click(await button('Scarta', await dialog('Scarta la bozza')))
      await noDialog('Scarta la bozza')
    },
    selling(MANY),
  ))

test('a variation is undone where it is followed, and one that was seen is not there any more once the page was left', () =>
  onScreen(
    'admin',
    PAGE,
    async (world) => {
      const { user } = world
      const box = await varies(world)
      await user.click(await box.findByRole('button', { name: 'Applica a 2 punti vendita' }))
      await noDialog('Applica variazione')
      await world.runs()
      await screen.findByText('+0,020 € in 2 punti vendita: prezzi pubblicati')
      expect(await told(world, 1.809)).toEqual(['ZG000', 'ZG001'])
      await press(world, 'Ripristina')
      await runsUntil(world, async () => expect(await current(world)).toEqual([1.789, 1.789]))
      await waitFor(() => expect(screen.queryByText('+0,020 € in 2 punti vendita: prezzi pubblicati')).toBeNull())
      const followed = within(await screen.findByRole('group', { name: 'Operazione in blocco' }))
      await followed.findByText(/^Ripristino dell’operazione \d+: .*: 2 riuscite$/)
      await waitFor(async () => expect((await cell('Benzina self, ZG000')).getAttribute('aria-label')).toBe('Benzina self, ZG000: 1,789'))
      await world.open('/dashboard')
      await world.open(PAGE)
      await cell('Benzina self, ZG000')
      expect(screen.queryByRole('group', { name: 'Operazione in blocco' })).toBeNull()
    },
    selling(2),
  ))

test('the stations that refused a variation are tried again, and they alone', () =>
  onScreen(
    'admin',
    PAGE,
    async (world) => {
      const { user, db } = world
      const box = await varies(world)
      await user.click(await box.findByRole('button', { name: 'Applica a 2 punti vendita' }))
      await noDialog('Applica variazione')
      const here = eq(stations.code, 'ZG001')
      const [place] = await db.select().from(stations).where(here)
      const sells = eq(station_fuels.station_id, place!.id)
      await db.update(station_fuels).set({ self: false }).where(sells)
      await world.runs()
      const again = await button(/^Riprova un punto vendita/)
      expect(await told(world, 1.809)).toEqual(['ZG000'])
      await screen.findByText(/^ZG001.*: ./)
      await db.update(station_fuels).set({ self: true }).where(sells)
      await user.click(again)
      await runsUntil(world, async () => expect(await told(world, 1.809)).toEqual(['ZG000', 'ZG001']))
      await waitFor(() => expect(screen.queryByText(/^ZG001.*: ./)).toBeNull())
      expect(screen.queryByRole('button', { name: /^Riprova/ })).toBeNull()
    },
    selling(2),
  ))
