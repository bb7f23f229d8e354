import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { station_phones } from '../../../server/db/schema/stations/station-sets.ts'
import { fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { stationText } from '../../../server/domain/shared/search-text.ts'
import type { Db } from '../../../server/lib/core/db.ts'

type NewStation = Partial<typeof stations.$inferInsert> & { code: string }
/** A station of our own beside the seeded ones, with money in every reserved column. */
export async function makeStation(db: Db, more: NewStation) {
  const row = {
    name: `Prova ${more.code}`,
    address: 'Via Cantù 7',
    cap: '43036',
    city: 'Fidenza',
    province: 'PR',
    region: 'Emilia-Romagna',
    margin: 0.035,
    hasRent: true,
    owned: false,
    license: 'ADM1',
    note: 'interna',
    brand: 'Q8',
    maintenanceCompany: 'Pompe e Tubi S.r.l.',
    ...more,
  }
  const [made] = await db
    .insert(stations)
    .values({ ...row, search_text: stationText(row) })
    .returning()
  await db.insert(station_phones).values({ station_id: made!.id, number: '+390524555000' })
  return made!
}
export const assign = (db: Db, station_id: number, user_id: number) => db.insert(station_acl).values({ station_id, user_id })
/** A fuel that no seed has. */
export async function makeFuel(db: Db, name = 'Benzina di prova') {
  const [made] = await db
    .insert(fuels)
    .values({ name, code: name.slice(-8), position: 900 })
    .returning()
  return made!
}
