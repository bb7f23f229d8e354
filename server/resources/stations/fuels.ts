import { eq } from 'drizzle-orm'
import { fuels as contract } from '../../../src/contract/stations/fuels.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { guns, tanks } from '../../db/schema/equipment/equipment.ts'
import { fuels, prices, station_fuels } from '../../db/schema/stations/stations.ts'
import { implement } from '../../lib/core/implement.ts'
import { countOf } from '../../lib/tables/children.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const plain = plainOn(contract, fuels, {
  model: 'fuel',
  search: ['name', 'code'],
  sort: ['position', 'name', 'code', 'unit', 'stations_count'],
  row: { stations_count: countOf(station_fuels.fuel_id, fuels.id) },
  inUse: [
    [station_fuels.fuel_id, (count) => `Il carburante è utilizzato da ${howMany(count, 'punto vendita', 'punti vendita')}.`],
    [tanks.fuel_id, (count) => `Il carburante è associato a ${count} cisterne.`],
    [guns.fuel_id, (count) => `Il carburante è associato a ${count} pistole.`],
    [prices.fuel_id, (count) => `Il carburante è utilizzato da ${howMany(count, 'prezzo', 'prezzi')}.`],
  ],
})
export default implement(contract, {
  ...plain,
  suggest: (_, { db }) => db.select().from(fuels).where(eq(fuels.active, true)).orderBy(fuels.position, fuels.id),
})
