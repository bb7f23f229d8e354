import { users } from '../../contract/people/users.ts'
import type { ToldModels } from '../shared/history-words.ts'

/** What of this area has a history, and how it is told. */
export const peopleHistory = {
  user: {
    name: 'Utente',
    update: users.update,
    labels: { roles: 'Ruoli', permissions: 'Permessi' },
    words: { enabled: { 0: 'no', 1: 'sì' } },
  },
} satisfies ToldModels
