import type { defaultMails } from '../../contract/default-mails.ts'
import type { CrudSearch } from '../../crud/crud-route.ts'

// Beside the page, as `categories-search.ts`.
export type MailsSearch = CrudSearch<typeof defaultMails.list>
