import { randomUUID } from 'node:crypto'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { jpeg } from './inspection-fixtures.ts'
import { sendPicture } from './note-fixtures.ts'
import type { Caller } from './world.ts'

export const MAINTENANCE_FILES = '/station/tanks/maintenances/files'
let last = 0
/** A tank of fuel 1, without dates unless given. */
export async function newTank(db: Db, station_id: number, more: Partial<typeof tanks.$inferInsert> = {}): Promise<number> {
  const [made] = await db
    .insert(tanks)
    .values({ station_id, number: `T${++last}`, fuel_id: 1, status: 'attivo', ...more })
    .returning()
  return made!.id
}
/** An intervention on a tank, as a device sends it. */
export function newMaintenance(caller: Caller, tank_id: number, more: object = {}, headers = {}) {
  const body = { type: 'pulizia', date: '2026-03-02', company: 'Spurghi S.r.l.', noted_at: '2026-11-20T08:00:00.000Z', ...more }
  return caller.post('/station/tanks/maintenances', { uuid: randomUUID(), tank_id, ...body }, headers)
}
export const maintenancePicture = async (caller: Caller, record: string, shade = 120): Promise<string> =>
  (await sendPicture(caller, record, await jpeg(shade), {}, {}, MAINTENANCE_FILES)).body.data.uuid
