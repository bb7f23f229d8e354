import type { Section } from '../../../contract/inspections/form.ts'
import { inspectionModels, type Model } from '../../../contract/inspections/models.ts'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'

/** The fields of the editor with their empty values. */
const empty = {
  name: '',
  code: '',
  description: '',
  minutes: null,
  periodicity: null,
  intro: '',
  scoring: true,
  thresholds: { ok: 85, warn: 70 },
  require: { inspector_signature: true, manager_signature: true, gps: false, cover_photo: false },
  photos: { stamp: true, position: false },
  ticket_mode: 'grouped',
  ticket_category_id: null,
  notification_group_id: null,
  color: null,
  icon: null,
  categories: [] as Section[],
} as const
/** Names of the model's own fields that a version freezes: what is checked together with the sections. */
export const FROZEN_FIELDS = ['name', 'code', 'intro', 'scoring', 'thresholds', 'require', 'photos', 'ticket_mode'] as const

export const useModelForm = (model: Model, onSaved: () => void) => useRecordForm(inspectionModels, model, empty, onSaved)
export type ModelForm = ReturnType<typeof useModelForm>
