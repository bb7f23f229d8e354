import type { notificationGroups } from '../../contract/support.ts'
import type { CrudSearch } from '../../crud/crud-route.ts'

// Beside the page, as `categories-search.ts`.
export type GroupsSearch = CrudSearch<typeof notificationGroups.list>
