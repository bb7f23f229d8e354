import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { equipment } from '../../src/contract/equipment.ts'
import { dispensers, guns, station_devices, tanks } from '../db/schema/equipment.ts'
import { fuels } from '../db/schema/stations.ts'
import { implement } from '../lib/implement.ts'
import { needStation } from '../lib/scope.ts'

const fuel = { id: fuels.id, name: fuels.name }
const source = alias(tanks, 'source')

export default implement(equipment, {
  async dispensers({ id }, { db, user }) {
    await needStation(db, user, id)
    const rows = await db.select().from(dispensers).where(eq(dispensers.station_id, id)).orderBy(dispensers.island, dispensers.id)
    const all = await db
      .select({ gun: guns, fuel, tank: { id: source.id, number: source.number } })
      .from(guns)
      .innerJoin(fuels, eq(fuels.id, guns.fuel_id))
      .leftJoin(source, eq(source.id, guns.tank_id))
      .where(eq(guns.station_id, id))
      .orderBy(guns.number)
    return rows.map((row) => ({
      ...row,
      guns: all.filter(({ gun }) => gun.dispenser_id === row.id).map(({ gun, ...joined }) => ({ ...gun, ...joined })),
    }))
  },
  async tanks({ id }, { db, user }) {
    await needStation(db, user, id)
    const rows = await db
      .select({ tank: tanks, fuel })
      .from(tanks)
      .leftJoin(fuels, eq(fuels.id, tanks.fuel_id))
      .where(eq(tanks.station_id, id))
      .orderBy(tanks.id)
    return rows.map(({ tank, ...joined }) => ({ ...tank, ...joined }))
  },
  async devices({ id }, { db, user }) {
    await needStation(db, user, id)
    return db.select().from(station_devices).where(eq(station_devices.station_id, id)).orderBy(station_devices.type, station_devices.id)
  },
})
