import type { devices } from '../../../contract/people/devices.ts'
import type { ListSearch } from '../../../crud/list/list-search.ts'

/** Parameters in the address of /dispositivi. They stand here, since in the page their route would keep the contract in the first load. */
export type DeviceSearch = ListSearch<typeof devices.list>
