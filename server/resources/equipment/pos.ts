import { and, eq, sql } from 'drizzle-orm'
import { pos as contract } from '../../../src/contract/equipment/pos.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { station_devices, pos as table } from '../../db/schema/equipment/equipment.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { implement } from '../../lib/core/implement.ts'
import { piecesOn } from './equipment-part.ts'

type Named = { id: number; name: string }
const { handlers, rows } = piecesOn(contract, table, {
  kind: 'pos',
  search: ['tml', 'serial', 'brand', 'model', 'type'],
  sort: ['tml', 'serial', 'type', 'brand', 'status'],
  sentences: { pos_tml: ['tml', 'TML già in uso.'], pos_serial: ['serial', messages.unique('Seriale')] },
  labelOf: ({ tml, serial }) => tml ?? serial ?? 'senza TML',
  row: {
    bank: sql<Named | null>`(select json_build_object('id', ${banks.id}, 'name', ${banks.name}) from ${banks} where ${eq(banks.id, table.bank_id)})`,
    station: sql<
      Named & { code: string }
    >`(select json_build_object('id', ${stations.id}, 'code', ${stations.code}, 'name', ${stations.name}) from ${stations} where ${eq(stations.id, table.station_id)})`,
  } as never,
  async rules({ device_id, station_id }, { db }) {
    const here =
      device_id && (await db.$count(station_devices, and(eq(station_devices.id, device_id), eq(station_devices.station_id, station_id))))
    return { device_id: here === 0 ? 'Il dispositivo non è di questo punto vendita.' : undefined }
  },
})
export default implement(contract, {
  ...handlers,
  list: rows.list as never,
  banks: (_, { db }) => db.select({ id: banks.id, name: banks.name }).from(banks).where(eq(banks.active, true)).orderBy(banks.name),
})
