import { provinces } from '../../contract/kernel/provinces.ts'
import { users } from '../../contract/people/users.ts'
import { fuels } from '../../contract/stations/fuels.ts'
import { services } from '../../contract/stations/services.ts'
import { stationKinds, stationStatuses } from '../../contract/stations/stations.ts'
import { anyOf, anyOfMany, anyPresent, lookup, related, yesNo } from '../../crud/list/filters.tsx'
import { useCan } from '../../lib/session.ts'

export const byAll = {
  status: anyOf('Stato', stationStatuses),
  province: anyOfMany('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))),
}
/** Filters by columns that not everybody sees are offered only to people who see them. */
const bySupport = {
  region: anyPresent('Regione'),
  brand: anyPresent('Bandiera'),
  fuel_id: lookup('Carburante', fuels.suggest),
  service_id: lookup('Servizio', services.list),
  kind: anyOf('Tipo impianto', stationKinds),
  self: yesNo('Self service'),
  serve: yesNo('Servito'),
  selfGPL: yesNo('GPL self'),
  serveGPL: yesNo('GPL servito'),
  suitableForTruck: yesNo('Mezzi pesanti'),
  is_warehouse: yesNo('Deposito'),
}
const byNetwork = { owned: yesNo('Di proprietà'), hasRent: yesNo('In affitto') }
const manager = { area_manager_id: related('Responsabile di zona', users.suggest, ({ name }) => name) }

/** Filters of the stations, in the list and on the map. */
export function useStationFilters() {
  const can = useCan()
  return {
    ...byAll,
    ...(can('equip.read') && bySupport),
    ...(can('net.read') && { ...byNetwork, ...(can('lookup.users') && manager) }),
  }
}
