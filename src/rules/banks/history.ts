import { banks } from '../../contract/banks/banks.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** What of this area has a history, and how it is told. */
export const bankHistory = {
  bank: { name: 'Banca', update: banks.update, labels: { cards: 'Carte' } },
} satisfies ModelHistories
