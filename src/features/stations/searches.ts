import type { detailedOpenings } from '../../contract/stations/openings.ts'
import type { stations } from '../../contract/stations/stations.ts'
import type { CrudSearch } from '../../crud/list/crud-route.ts'

// Beside the pages: named in a page's route, even as a type, a contract would come with the first page of all.
/** Parameters in the address of "Stazioni": the map beside the list, and the station chosen on it. */
export type StationsSearch = CrudSearch<typeof stations.list> & { mappa?: boolean | undefined; scelta?: number | undefined }
/** Parameters in the address of "Riepilogo orari". */
export type HoursSearch = CrudSearch<typeof detailedOpenings.list>

/** The part of it the map is asked with; the map has no pages. */
export const mapSearch = <S extends { page?: unknown; per_page?: unknown }>({ page: _, per_page: __, ...search }: S) => search
