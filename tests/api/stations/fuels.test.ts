import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import resource from '../../resources/stations/fuels.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeSample } from '../support/plain.ts'
import { inWorld } from '../support/world.ts'

test('a fuel is kept while a station sells it, has a tank of it or a price for it', () =>
  inWorld(async ({ as, db }) => {
    const writer = await as('admin')
    const { id } = await makeSample(writer, resource)
    const station = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_fuels).values({ station_id: station.id, fuel_id: id })
    expect(await writer.del(`/fuels/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'Il carburante è utilizzato da 1 punto vendita.' },
    })
    await db.delete(station_fuels).where(eq(station_fuels.fuel_id, id))
    const price = {
      station_id: station.id,
      fuel_id: id,
      mode: 'self' as const,
      price: 1.5,
      valid_from: '2026-01-01T00:00:00Z',
      source: 'manuale' as const,
    }
    const [tank] = await db.insert(tanks).values({ station_id: station.id, fuel_id: id }).returning()
    expect((await writer.del(`/fuels/${id}`)).body.error).toBe('Il carburante è associato a 1 cisterne.')
    await db.delete(tanks).where(eq(tanks.id, tank!.id))
    await db.insert(prices).values(price)
    expect((await writer.del(`/fuels/${id}`)).body.error).toBe('Il carburante è utilizzato da 1 prezzo.')
    await db.delete(prices).where(eq(prices.fuel_id, id))
    expect((await writer.del(`/fuels/${id}`)).status).toBe(204)
  }))
