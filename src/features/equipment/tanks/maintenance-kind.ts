import { maintenanceTypes, tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { copyKind } from '../../../outbox/copy-kind.ts'
import { maintenanceErrors } from '../../../rules/equipment/tank-tests.ts'

/** Interventions on tanks, which may be written without a network: all of one tank in one lane, in the order they were written. */
export const maintenanceKind = copyKind({
  name: 'tank_maintenance',
  contract: tankMaintenances,
  labels: {
    ...{ tank_id: 'Cisterna', type: 'Tipo', date: 'Data', company: 'Ditta', outcome: 'Esito' },
    ...{ next_date: 'Prossimo intervento', cost: 'Costo (€)', note: 'Note' },
  },
  words: 'L’intervento è stato modificato anche su un altro dispositivo.',
  titleOf: ({ values, place }) => `Intervento «${maintenanceTypes[values.type as keyof typeof maintenanceTypes] ?? ''}» – ${place}`,
  laneBy: ({ station_id, values }) => `${station_id}/cisterna-${values.tank_id}`,
  given: ['tank_id', 'date'],
  removal: (row) => {
    const { id, tank_id } = row as unknown as { id: number; tank_id: number }
    return { tankId: tank_id, maintenanceId: id }
  },
  faults: ({ date, next_date }) => maintenanceErrors({ date, next_date }),
  page: (id, intervento) => ({ to: '/stazioni/cisterne/{-$id}', params: { id }, search: { intervento } }),
})
