import type { notificationGroups } from '../../contract/notifications/groups.ts'
import type { CrudSearch } from '../../crud/list/crud-route.ts'

// Beside the page, as `categories-search.ts`.
export type GroupsSearch = CrudSearch<typeof notificationGroups.list>
