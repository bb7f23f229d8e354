import type { competitors } from '../../../contract/prices/competitors.ts'
import type { CrudSearch } from '../../../crud/list/crud-route.ts'

// A file of its own: naming a contract in the page's route, even as a type, would load it with the first page.
/** Search parameters of "Competitors": the map beside the list, the competitor chosen on it, and the one whose prices are compared. */
export type CompetitorsSearch = CrudSearch<typeof competitors.list> & {
  mappa?: boolean | undefined
  scelta?: number | undefined
  id?: number | undefined
}
/** The parameters for the map, which has no pages. */
export const mapSearch = <S extends { page?: unknown; per_page?: unknown }>({ page: _, per_page: __, ...search }: S) => search
