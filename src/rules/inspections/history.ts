import { INSPECTION_STATUSES } from '../../contract/inspections/inspections.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const inspectionHistory = {
  inspection: { name: 'Verifica', labels: { status: 'Stato', score: 'Punteggio' }, words: { status: INSPECTION_STATUSES } },
  non_conformity: { name: 'Non conformità' },
  inspection_model: { name: 'Modello di verifica' },
  inspection_category: { name: 'Sezione di un modello' },
} satisfies ModelHistories
