import { eq } from 'drizzle-orm'
import { equipment } from '../../src/contract/equipment.ts'
import { tanks } from '../db/schema/equipment.ts'
import { fuels } from '../db/schema/stations.ts'
import { implement } from '../lib/implement.ts'
import { needStation } from '../lib/scope.ts'

const fuel = { id: fuels.id, name: fuels.name }

export default implement(equipment, {
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
})
