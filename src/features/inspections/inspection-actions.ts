import { COVER_PHOTO, MAX_FILES, MAX_PHOTOS, type Signature } from '../../contract/inspections/answers.ts'
import type { Section } from '../../contract/inspections/form.ts'
import type { OfflineModel } from '../../contract/inspections/models.ts'
import type { PreparedImage } from '../../ui/image.ts'
import {
  type AnswerChange,
  all,
  answered,
  blockAdded,
  type Change,
  drawn,
  type FilePlace,
  fileBack,
  fileListed,
  fileRemoved,
  fileReplaced,
  filesAt,
  fileTaken,
  head,
  placeOf,
  signed,
} from './edits.ts'
import type { Drawing, LocalFile, LocalInspection } from './local-inspection.ts'
import { modelUpdated } from './model-update.ts'
import { withOffers } from './prefill-answers.ts'
import { learned, rowAdded, rowRemoved } from './refresh-context.ts'

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
  /** What the camera wrote into it. */
  facts?: { taken_at?: string; latitude?: number; longitude?: number; stamp?: string }
}
const mimes: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }
const mimeOf = (extension: string) => mimes[extension] ?? 'application/octet-stream'
/** The place only where the model keeps it: it may be more than the picture itself tells. */
const photoOf = (question: string, { bytes, mime, thumbnail, takenAt, gps, stamp }: Taken, { definition }: LocalInspection): NewFile => ({
  ...{ bytes, mime, kind: 'photo', question },
  ...(thumbnail && { thumbnail }),
  facts: { ...(takenAt && { taken_at: takenAt }), ...(gps && definition.photos?.position && gps), ...(stamp && { stamp }) },
})
type Taken = Pick<PreparedImage, 'bytes' | 'mime'> & Partial<PreparedImage>

/** `mayBe` throws a sentence where there is no place for it any more: asked before the work, and again when it is done. */
export type Keep = (file: NewFile, place: (uuid: string) => Change, mayBe?: () => void) => Promise<string>

/** What a form may do to a verifica; how a change is applied, and where a file is kept, is the business of the editor it belongs to. */
export function gestures(change: (change: Change) => void, keep: Keep, now: () => LocalInspection) {
  const room = (key: string, place: FilePlace, max: number, thing: string) => () => {
    if (filesAt(now().answers[key], place).length >= max) throw new Error(`Al massimo ${max} ${thing}.`)
  }
  return {
    answer: (key: string, part: AnswerChange) => change(all(answered(key, part), withOffers)),
    addBlock: (section: Section) => change(all(blockAdded(section), withOffers)),
    /** What the server says of the station. */
    learn: (given: Parameters<typeof learned>[0]) => change(learned(given)),
    addRow: (...row: Parameters<typeof rowAdded>) => change(rowAdded(...row)),
    removeRow: (...row: Parameters<typeof rowRemoved>) => change(rowRemoved(...row)),
    updateModel: (model: OfflineModel) => change(modelUpdated(model)),
    head: (part: Partial<Pick<LocalInspection, 'present' | 'notes'>>) => change(head(part)),
    position: (gps_start: LocalInspection['gps_start']) => change(head({ gps_start })),
    sign: (key: string, signature: Signature | null) => change(signed(key, signature)),
    /** A drawing and the name under it, as one. */
    signWith: (key: string, png: ArrayBuffer, name: string) =>
      keep({ bytes: png, mime: 'image/png', kind: 'signature', question: key }, (file) =>
        all(signed(key, { file, name, at: new Date().toISOString() }), drawn(key, null)),
      ),
    /** @throws a sentence for the person, when the list is full or the device is */
    addPhoto: (key: string, place: FilePlace, image: Taken, max = MAX_PHOTOS) =>
      keep(photoOf(key, image, now()), (uuid) => fileListed(key, place, uuid, max), room(key, place, max, 'foto')),
    /** A marked copy of the picture `old`. */
    replacePhoto: (key: string, place: FilePlace, old: string, image: Taken) =>
      keep(photoOf(key, { stamp: now().files[old]?.stamp, ...image }, now()), (uuid) => fileReplaced(key, place, old, uuid)),
    addFile: (key: string, bytes: ArrayBuffer, extension: string) =>
      keep(
        { bytes, mime: mimeOf(extension), kind: 'file', question: key, extension },
        (uuid) => fileListed(key, 'v', uuid, MAX_FILES),
        room(key, 'v', MAX_FILES, 'file'),
      ),
    /** Takes a reported non-conformity back, with its pictures. */
    dropNc(key: string) {
      const gone = filesAt(now().answers[key], 'nc').map((uuid) => fileTaken(key, 'nc', uuid))
      change(all(...gone, answered(key, { nc: null })))
    },
    /** A file found in no answer, back in the one it was taken for. */
    putBack(uuid: string) {
      const { question = COVER_PHOTO, kind } = now().files[uuid] ?? {}
      if (kind !== 'signature') change(fileBack(question, placeOf(now(), question), uuid, MAX_PHOTOS))
    },
    forget: (uuid: string) => change(fileRemoved(uuid, true)),
    /** Strokes and name of a signature not yet confirmed. */
    draw: (key: string, drawing: Drawing | null) => change(drawn(key, drawing)),
    /** @returns puts it back where it was */
    removeFile(key: string, place: FilePlace, uuid: string): () => void {
      const at = filesAt(now().answers[key], place).indexOf(uuid)
      change(fileTaken(key, place, uuid))
      return () => change(fileBack(key, place, uuid, Math.max(0, at)))
    },
  }
}
