import type { ModelStatus } from '../../../contract/inspection-models.ts'

export const modelTone: Record<ModelStatus, 'ok' | 'wait' | 'neutral'> = { draft: 'wait', active: 'ok', archived: 'neutral' }
/** The colours of the theme, by name. */
export const MODEL_COLORS = { petrol: 'Petrolio', amber: 'Ambra', green: 'Verde', red: 'Rosso', gray: 'Grigio' } as const
