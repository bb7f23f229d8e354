import { ticketCategories } from '../../contract/tickets/categories.ts'
import { defaultMails } from '../../contract/tickets/default-mails.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history, with their labels. */
export const ticketHistory = {
  ticket: { name: 'Ticket' },
  default_mail: { name: 'Template email', update: defaultMails.update },
  ticket_category: { name: 'Categoria ticket', update: ticketCategories.update },
} satisfies ModelHistories
