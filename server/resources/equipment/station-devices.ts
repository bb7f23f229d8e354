import { eq } from 'drizzle-orm'
import { stationDevices } from '../../../src/contract/equipment/station-devices.ts'
import { pos, station_devices as table } from '../../db/schema/equipment/equipment.ts'
import { deviceNames } from '../../domain/equipment/piece-names.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { equipmentOn, SERIAL_TAKEN } from './equipment-part.ts'

const part = equipmentOn(stationDevices, table, {
  kind: 'station_device',
  search: ['number', 'type', 'brand', 'model'],
  sort: ['type', 'number', 'brand', 'year', 'status', 'next_check'],
  sentences: { station_devices_number: ['number', SERIAL_TAKEN] },
  checks: [
    {
      ...{ last: 'last_check', next: 'next_check', type: 'altro', what: 'Verifica dispositivo' },
      // Only telematic cash registers have a periodic check.
      months: ({ type }) => (type === 'rt' ? 24 : undefined),
    },
  ],
  labelOf: ({ number, type }) => [deviceNames[type], number].filter(Boolean).join(' '),
})
/** Detaches POS terminals from a deleted payment acceptor, because they remain in use. */
async function detachPos(id: number, { db, user, now, history }: Context) {
  for (const before of await db.select().from(pos).where(eq(pos.device_id, id)).for('update')) {
    const change = { device_id: null, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
    const [after] = await db.update(pos).set(change).where(eq(pos.id, before.id)).returning()
    await history('pos', before.id, 'updated', before, after)
  }
}
export default implement(stationDevices, {
  ...part,
  async remove(input, context) {
    await detachPos(input.id, context)
    return part.remove(input, context)
  },
})
