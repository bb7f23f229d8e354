import { answerKeyOfField } from '../../contract/inspections/answer-key-of-field.ts'
import { inspectionFiles } from '../../contract/inspections/files.ts'
import { type InspectionReceipt, inspections } from '../../contract/inspections/inspections.ts'
import type { OfflineKind } from '../../outbox/kind.ts'
import { canBeReopened } from '../../rules/inspections/actions.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { differences, merged, type QueuedChanges, rebased, together } from './conflict.ts'
import { openLocalEditor } from './editor.ts'
import { endedByRefusal } from './ended.ts'
import { INSPECTION_KIND, type LocalInspection, localCopy } from './local-inspection.ts'
import { describeFile } from './objections.ts'

/** Verifiche, written where there may be no network. */
export const inspectionKind: OfflineKind<LocalInspection, QueuedChanges, InspectionReceipt> = {
  name: INSPECTION_KIND,
  endpoints: [inspections.create, inspections.update],
  upload: inspectionFiles.upload,
  repair: (id, field) => ({ to: '/verifiche/$id', params: { id }, ...(field !== undefined && { search: { q: answerKeyOfField(field) } }) }),
  async sentOf(id, namesOf) {
    const { id_year, id_number } = (await namesOf(id)) ?? {}
    return { page: { to: '/verifiche/$id', params: { id } }, ...(id_number && { number: `${id_year}/${id_number}` }) }
  },
  photoOf: describeFile,
  ...localCopy,
  async queueRest(uuid) {
    const editor = await openLocalEditor(uuid)
    await editor?.sync()
    editor?.close()
  },
  contentOf(inputs, local) {
    const keys = new Set([...Object.keys(together(inputs).answers ?? {}), ...(local?.dirty ?? [])])
    return keys.size ? howMany(keys.size, 'risposta', 'risposte') : undefined
  },
  ended: endedByRefusal,
  conflict: {
    ...{ combined: together, differences, merged, rebased },
    changes: inspections.update,
    words: 'La verifica è stata modificata anche su un altro dispositivo.',
    isOpen: ({ status }) => status === 'draft',
    reopens: canBeReopened,
  },
}
