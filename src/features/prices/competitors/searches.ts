import type { competitors } from '../../../contract/prices/competitors.ts'
import type { CrudSearch } from '../../../crud/list/crud-route.ts'

// Beside the page: named in its route, even as a type, a contract would come with the first page of all.
/** What stands in the address of "Competitors": the map beside the list, the one chosen on it, and the one whose prices are compared. */
export type CompetitorsSearch = CrudSearch<typeof competitors.list> & {
  mappa?: boolean | undefined
  scelta?: number | undefined
  id?: number | undefined
}
/** What of it the map is asked with: it has no pages. */
export const mapSearch = <S extends { page?: unknown; per_page?: unknown }>({ page: _, per_page: __, ...search }: S) => search
