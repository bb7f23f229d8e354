import { users } from '../../contract/people/users.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history, with their labels. */
export const peopleHistory = {
  user: {
    name: 'Utente',
    update: users.update,
    labels: { roles: 'Ruoli', permissions: 'Permessi' },
    words: { enabled: { 0: 'no', 1: 'sì' } },
  },
} satisfies ModelHistories
