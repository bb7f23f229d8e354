import { placeOf } from '../../contract/inspections/answer-key-of-field.ts'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import { type InspectionReceipt, inspections } from '../../contract/inspections/inspections.ts'
import type { OfflineKind } from '../../outbox/kind.ts'
import { reopens } from '../../rules/inspections/actions.ts'
import { differences, merged, type QueuedChanges, rebased, together } from './conflict.ts'
import { editLocal } from './editor.ts'
import { form, KIND, type LocalInspection } from './local-inspection.ts'

/** Verifiche, written where there may be no network. */
export const inspectionKind: OfflineKind<LocalInspection, QueuedChanges, InspectionReceipt> = {
  name: KIND,
  endpoints: [inspections.create, inspections.update],
  upload: inspectionFiles.upload,
  repair: (id, field) => ({ to: '/verifiche/$id', params: { id }, ...(field !== undefined && { search: { q: placeOf(field) } }) }),
  ...form,
  async queueRest(uuid) {
    const editor = await editLocal(uuid)
    await editor?.sync()
    editor?.close()
  },
  conflict: {
    ...{ combined: together, differences, merged, rebased },
    changes: inspections.update,
    words: 'La verifica è stata modificata anche su un altro dispositivo.',
    isOpen: ({ status }) => status === 'draft',
    reopens,
  },
}
