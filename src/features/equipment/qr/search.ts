import type { qr } from '../../../contract/equipment/qr.ts'
import type { CrudSearch } from '../../../crud/list/crud-route.ts'

// Beside the page: named in its route, even as a type, the contract would come with the first page of all.
export type QrSearch = CrudSearch<typeof qr.list>
