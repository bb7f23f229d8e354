import type { prices } from '../../contract/prices/prices.ts'
import type { ListSearch } from '../../crud/list/list-search.ts'

// A file of its own: naming a contract in the page's route, even as a type, would load it with the first page.
/** Search parameters of "Prezzi"; `pv` is the station whose prices are open on a phone. */
export type PricesSearch = ListSearch<typeof prices.list> & { pv?: number | undefined }
