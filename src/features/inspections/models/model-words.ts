import type { ModelStatus } from '../../../contract/inspections/models.ts'

export const modelTone: Record<ModelStatus, 'ok' | 'wait' | 'neutral'> = { draft: 'wait', active: 'ok', archived: 'neutral' }
/** The shapes of ModelMark, by name. */
export const MODEL_ICONS = {
  clipboard: 'Lista',
  pump: 'Distributore',
  flame: 'Antincendio',
  food: 'Alimenti',
  shield: 'Sicurezza',
  key: 'Consegna',
} as const
/** The colours of the theme, by name. */
export const MODEL_COLORS = { petrol: 'Petrolio', amber: 'Ambra', green: 'Verde', red: 'Rosso', gray: 'Grigio' } as const
