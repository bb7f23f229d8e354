import type { Tank } from '../../../contract/equipment/tanks.ts'
import type { Values } from '../../../contract/kernel/offline-copy.ts'
import { today } from '../../../lib/format.ts'
import { newCopy } from '../../../outbox/copy.ts'
import { beginCopy } from '../../../outbox/copy-editor.ts'
import { outbox } from '../../../outbox/runtime.ts'
import { maintenanceKind } from './maintenance-kind.ts'

export const tankName = ({ id, number }: Pick<Tank, 'id' | 'number'>) => `Cisterna ${number ?? id}`
/** A new intervention before anything is written in it. */
export const emptyMaintenance = (tank_id: number) => ({
  ...{ tank_id, type: null, date: today(Date.now()), company: null },
  ...{ outcome: null, next_date: null, cost: null, note: null },
})
/** Opens the form of a new intervention on the page of its station; one that is being written there already stays the only one. */
export async function beginMaintenance(tank: Tank): Promise<void> {
  const { name, read } = maintenanceKind
  const drafts = (await outbox().listDrafts()).filter(({ key }) => key.startsWith(`${name}:${tank.station_id}/`))
  const isOpen = ({ state, confirmed, values }: ReturnType<typeof read>) => state === 'writing' && !confirmed && values.tank_id === tank.id
  if (drafts.some(({ data }) => isOpen(read(data)))) return
  const values = { ...emptyMaintenance(tank.id), photos: [] } as Values
  await beginCopy(maintenanceKind, newCopy({ station_id: tank.station_id, place: tankName(tank) }, values))
}
