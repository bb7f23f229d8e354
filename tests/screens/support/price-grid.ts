import '../../../src/features/prices/ConfirmPricesDialog.tsx'
import '../../../src/features/prices/PasteReport.tsx'
import '../../../src/features/prices/PhonePrices.tsx'
import '../../../src/features/prices/PublishBar.tsx'
import '../../../src/features/prices/SendingList.tsx'
import '../../../src/features/prices/StaleBanner.tsx'
import '../../../src/features/prices/VariationDialog.tsx'
import '../../../src/features/prices/VariationProgress.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import type { StationPrices } from '../../../src/contract/prices/prices.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import type { World } from '../../api/support/world.ts'
import { onScreen, type Screen } from './world.tsx'

const PETROL = 1
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
/** Three stations that sell petrol at 1,789 self and 1,949 served, since two days, and since twenty at the last. */
async function three({ db, as }: World) {
  const { user_id } = await as('admin')
  for (const [at, code] of ['ZG1', 'ZG2', 'ZG3'].entries()) {
    const { id } = await makeStation(db, { code, name: `Griglia ${at + 1}` })
    await db.insert(station_fuels).values({ station_id: id, fuel_id: PETROL, self: true, serve: true })
    const of = { station_id: id, fuel_id: PETROL, valid_from: ago(at === 2 ? 20 : 2), created_by: user_id }
    await db.insert(prices).values([
      { ...of, mode: 'self', price: 1.789 },
      { ...of, mode: 'serve', price: 1.949 },
    ])
  }
}
export const atGrid = (test: (world: Screen, seeded: number) => Promise<void>) =>
  onScreen(
    'admin',
    '/prezzi?search=griglia&sort=code',
    async (world) => test(world, (await world.db.select().from(prices).orderBy(asc(prices.id))).at(-1)!.id),
    three,
  )
/** The prices published since, as 'ZG1 self 1.799'. */
export const published = async ({ db }: Screen, since: number) =>
  (
    await db
      .select({ id: prices.id, code: stations.code, mode: prices.mode, price: prices.price })
      .from(prices)
      .innerJoin(stations, eq(stations.id, prices.station_id))
      .orderBy(asc(prices.id))
  ).flatMap(({ id, code, mode, price }) => (id > since ? [`${code} ${mode} ${price}`] : []))
export const cell = (label: string) => screen.findByRole('button', { name: new RegExp(`^${label}:`) })
export const says = async (label: string, text: string) =>
  waitFor(async () => expect((await cell(label)).getAttribute('aria-label')).toBe(`${label}: ${text}`))
export const bar = () => within(screen.getByRole('group', { name: 'Prezzi da pubblicare' }))
/** The prices in force at the stations of the grid that are not those they began with, as 'ZG1 self 1.799'. */
export async function changed({ as }: Screen) {
  const rows: StationPrices[] = (await (await as('admin')).get('/prices?search=griglia&sort=code')).body.data.data
  return rows.flatMap(({ code, cells }) =>
    cells.flatMap(({ mode, price }) => (price === (mode === 'self' ? 1.789 : 1.949) ? [] : [`${code} ${mode} ${price}`])),
  )
}
/** Opens the box of a cell, types a price and leaves by a key. */
export const put = async (world: Screen, label: string, text: string, leave = '{Enter}') => {
  await world.user.click(await cell(label))
  await world.user.keyboard(text + leave)
}
