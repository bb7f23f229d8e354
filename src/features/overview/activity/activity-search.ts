import type { activity } from '../../../contract/overview/activity.ts'
import type { ListSearch } from '../../../crud/list/list-search.ts'

/** Parameters in the address of /logs. Only a type, since the first part of the page must not load the contract. */
export type ActivitySearch = ListSearch<typeof activity.list>
