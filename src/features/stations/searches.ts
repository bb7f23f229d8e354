import type { detailedOpenings } from '../../contract/openings.ts'
import type { stations } from '../../contract/stations.ts'
import type { CrudSearch } from '../../crud/crud-route.ts'

// Beside the pages: named in a page's route, even as a type, a contract would come with the first page of all.
/** What stands in the address of "Stazioni". */
export type StationsSearch = CrudSearch<typeof stations.list>
/** What stands in the address of "Riepilogo orari". */
export type HoursSearch = CrudSearch<typeof detailedOpenings.list>
