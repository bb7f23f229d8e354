import type { payrolls } from '../../../contract/people/payrolls.ts'
import type { ListSearch } from '../../../crud/list/list-search.ts'

/** `id`: the open upload. */
export type PaySearch = ListSearch<typeof payrolls.list> & { scheda?: string; id?: number; open?: boolean }
