import type { prices } from '../../contract/prices/prices.ts'
import type { ListSearch } from '../../crud/list/list-search.ts'

// Beside the page: named in a page's route, even as a type, a contract would come with the first page of all.
/** What stands in the address of "Prezzi"; `pv`: the station whose prices are open on a phone. */
export type PricesSearch = ListSearch<typeof prices.list> & { pv?: number | undefined }
