import type * as v from 'valibot'
import { Answer, COVER_PHOTO, MAX_FILES, MAX_PHOTOS, Signature } from '../../contract/inspections/answers.ts'
import type { Section } from '../../contract/inspections/form.ts'
import { DraftHead } from '../../contract/inspections/inspections.ts'
import type { OfflineModel } from '../../contract/inspections/models.ts'
import { faultsIn } from '../../contract/kernel/faults.ts'
import { notify } from '../../lib/notify.ts'
import type { PreparedImage } from '../../ui/image.ts'
import {
  type AnswerEdit,
  addBlockEdit,
  answerEdit,
  combineEdits,
  drawingEdit,
  type Edit,
  type FileSlot,
  filesInSlot,
  headEdit,
  listFileEdit,
  markRemovedEdit,
  relistFileEdit,
  replaceFileEdit,
  signatureEdit,
  slotOf,
  takingEdit,
  unlistFileEdit,
} from './edits.ts'
import type { Drawing, LocalFile, LocalInspection } from './local-inspection.ts'
import { modelEdit } from './model-update.ts'
import { withPrefills } from './prefill-answers.ts'
import { addRowEdit, contextEdit, removeRowEdit } from './refresh-context.ts'

/** A file to be kept, and what it is for. */
export interface NewFile {
  bytes: ArrayBuffer
  mime: string
  kind: LocalFile['kind']
  /** Answer key, or `signatures.manager`. */
  question: string
  /** `jpg` or `png` by its type, unless another is given. */
  extension?: string
  /** JPEG. */
  thumbnail?: ArrayBuffer
  /** Facts the camera wrote into the file. */
  facts?: { taken_at?: string; latitude?: number; longitude?: number; stamp?: string }
}
const mimes: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }
const mimeOf = (extension: string) => mimes[extension] ?? 'application/octet-stream'
/** The place only where the model keeps it: it may be more than the picture itself tells. */
const photoFile = (
  question: string,
  { bytes, mime, thumbnail, takenAt, gps, stamp }: TakenPhoto,
  { definition }: LocalInspection,
): NewFile => ({
  ...{ bytes, mime, kind: 'photo', question },
  ...(thumbnail && { thumbnail }),
  facts: { ...(takenAt && { taken_at: takenAt }), ...(gps && definition.photos?.position && gps), ...(stamp && { stamp }) },
})
type TakenPhoto = Pick<PreparedImage, 'bytes' | 'mime'> & Partial<PreparedImage>

/** `checkRoom` throws a sentence where there is no place for it any more: asked before the work, and again when it is done. */
export type KeepFile = (file: NewFile, editFor: (uuid: string) => Edit, checkRoom?: () => void) => Promise<string>

const faultOf = (schema: v.GenericSchema, value: unknown): string | undefined => Object.values(faultsIn(schema, value))[0]
/** What the server would refuse in a draft (a text of a million characters) is not taken, and the person is told: nothing called saved comes back refused. */
function isTaken(schema: v.GenericSchema, value: unknown): boolean {
  const fault = faultOf(schema, value)
  if (fault) notify.error(fault)
  return !fault
}

/** The actions a form offers on a verifica; the editor it belongs to applies edits and stores files. */
export function inspectionActions(apply: (edit: Edit) => void, keep: KeepFile, now: () => LocalInspection) {
  const room = (key: string, slot: FileSlot, max: number, thing: string) => () => {
    if (filesInSlot(now().answers[key], slot).length >= max) throw new Error(`Al massimo ${max} ${thing}.`)
  }
  return {
    answer(key: string, part: AnswerEdit) {
      const edit = answerEdit(key, part)
      const next = edit(now()).answers?.[key]
      if (!next || isTaken(Answer, next)) apply(combineEdits(edit, withPrefills))
    },
    addBlock: (section: Section) => apply(combineEdits(addBlockEdit(section), withPrefills)),
    /** The server's data of the station. */
    refreshContext: (given: Parameters<typeof contextEdit>[0]) => apply(contextEdit(given)),
    addRow: (...row: Parameters<typeof addRowEdit>) => apply(addRowEdit(...row)),
    removeRow: (...row: Parameters<typeof removeRowEdit>) => apply(removeRowEdit(...row)),
    updateModel: (model: OfflineModel) => apply(modelEdit(model)),
    /** The question in view, or `summary`. */
    setPlace: (place: string) => now().place !== place && apply(() => ({ place })),
    setHead(part: Partial<Pick<LocalInspection, 'present' | 'notes'>>) {
      if (isTaken(DraftHead, part)) apply(headEdit(part))
    },
    setPosition: (gps_start: LocalInspection['gps_start']) => apply(headEdit({ gps_start })),
    sign(key: string, signature: Signature | null) {
      if (!signature || isTaken(Signature, signature)) apply(signatureEdit(key, signature))
    },
    /** A drawing and the name under it, as one. @throws a sentence for the person, when the name is none */
    async signWith(key: string, png: ArrayBuffer, name: string, typed = false) {
      const signed = { name, at: new Date().toISOString(), ...(typed && { typed }) }
      const fault = faultOf(Signature, { ...signed, file: crypto.randomUUID() })
      if (fault) throw new Error(fault)
      return keep({ bytes: png, mime: 'image/png', kind: 'signature', question: key }, (file) =>
        combineEdits(signatureEdit(key, { ...signed, file }), drawingEdit(key, null)),
      )
    },
    /** @throws a sentence for the person, when the list is full or the device is */
    addPhoto: (key: string, slot: FileSlot, image: TakenPhoto, max = MAX_PHOTOS) =>
      keep(
        photoFile(key, image, now()),
        (uuid) => combineEdits(listFileEdit(key, slot, uuid, max), takingEdit(key, slot, -1)),
        room(key, slot, max, 'foto'),
      ),
    /** So many files are chosen for a place; each one stored counts down by itself, a refused one by this. */
    taking: (key: string, slot: FileSlot, more: number) => apply(takingEdit(key, slot, more)),
    /** A marked copy of the picture `old`. */
    replacePhoto: (key: string, slot: FileSlot, old: string, image: TakenPhoto) =>
      keep(photoFile(key, { stamp: now().files[old]?.stamp, ...image }, now()), (uuid) => replaceFileEdit(key, slot, old, uuid)),
    addFile: (key: string, bytes: ArrayBuffer, extension: string) =>
      keep(
        { bytes, mime: mimeOf(extension), kind: 'file', question: key, extension },
        (uuid) => combineEdits(listFileEdit(key, 'v', uuid, MAX_FILES), takingEdit(key, 'v', -1)),
        room(key, 'v', MAX_FILES, 'file'),
      ),
    /** Takes a reported non-conformity back, with its pictures. */
    dropNc(key: string) {
      const gone = filesInSlot(now().answers[key], 'nc').map((uuid) => unlistFileEdit(key, 'nc', uuid))
      apply(combineEdits(...gone, answerEdit(key, { nc: null })))
    },
    /** A file found in no answer, back in the one it was taken for. */
    putBack(uuid: string) {
      const { question = COVER_PHOTO, kind } = now().files[uuid] ?? {}
      if (kind !== 'signature') apply(relistFileEdit(question, slotOf(now(), question), uuid, MAX_PHOTOS))
    },
    discardFile: (uuid: string) => apply(markRemovedEdit(uuid, true)),
    /** Strokes and name of a signature not yet confirmed. */
    draw: (key: string, drawing: Drawing | null) => apply(drawingEdit(key, drawing)),
    /** @returns puts it back where it was */
    removeFile(key: string, slot: FileSlot, uuid: string): () => void {
      const at = filesInSlot(now().answers[key], slot).indexOf(uuid)
      apply(unlistFileEdit(key, slot, uuid))
      return () => apply(relistFileEdit(key, slot, uuid, Math.max(0, at)))
    },
  }
}
