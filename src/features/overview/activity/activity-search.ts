import type { activity } from '../../../contract/overview/activity.ts'
import type { ListSearch } from '../../../crud/list/list-search.ts'

/** What stands in the address of /logs. A type alone: the page's first part must not bring the contract. */
export type ActivitySearch = ListSearch<typeof activity.list>
