import { banks } from '../../contract/banks/banks.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const bankHistory = {
  bank: { name: 'Banca', update: banks.update, labels: { cards: 'Carte' } },
} satisfies ModelHistories
