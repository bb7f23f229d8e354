import type { devices } from '../../../contract/people/devices.ts'
import type { ListSearch } from '../../../crud/list/list-search.ts'

/** What stands in the address of /dispositivi. Here and not in the page: its route would keep the contract in the first load. */
export type DeviceSearch = ListSearch<typeof devices.list>
