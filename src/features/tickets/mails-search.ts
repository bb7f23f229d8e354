import type { defaultMails } from '../../contract/tickets/default-mails.ts'
import type { CrudSearch } from '../../crud/list/crud-route.ts'

// Beside the page, as `categories-search.ts`.
export type MailsSearch = CrudSearch<typeof defaultMails.list>
