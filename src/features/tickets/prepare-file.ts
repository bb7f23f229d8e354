import type { StoredOnDevice } from '../../contract/tickets/reply.ts'
import { session } from '../../lib/session.ts'
import { sha256 } from '../../lib/sha256.ts'
import { NO_ROOM, roomOf, storageState } from '../../lib/storage-space.ts'
import type { NewPhoto } from '../../outbox/types.ts'
import { withUniqueBytes } from '../../outbox/unique-bytes.ts'
import { TICKET_KIND } from './lanes.ts'

const NOT_ALLOWED = 'Formato file non consentito.'
/**
 * The uuid of a file that is no picture is derived from its content, so that the outbox sends the same bytes once, whatever they belong to;
 * and from the person, since two people may attach the same file.
 */
async function uuidFrom(hash: string): Promise<string> {
  const own = await sha256(new TextEncoder().encode(`${session.get().user?.id} ${hash}`).buffer)
  return own.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')
}
interface Files {
  photos: string[]
  files: Record<string, StoredOnDevice>
}
interface Prepared {
  photo: NewPhoto
  /** The edit that names it. A file that is there already is not added again. */
  place: (local: Files) => Files
}
/**
 * Makes a chosen file ready for the outbox; pictures are made smaller first.
 * @param record uuid of the ticket or comment it belongs to
 * @throws Error with an Italian sentence if the device is full or the format is not allowed
 */
export async function prepareFile(file: File, record: string): Promise<Prepared> {
  if (roomOf(await storageState()) === 'full') throw new Error(NO_ROOM)
  const { uuid, mime, bytes, meta } = file.type.startsWith('image/') ? await picture(file, record) : await document(file)
  const hash = await sha256(bytes)
  const stored = { hash, mime, name: meta.name, size: bytes.byteLength }
  return {
    photo: { hash, bytes, type: mime, meta: { of: TICKET_KIND, uuid, ...meta } },
    place: ({ photos, files }) => ({ photos: [...new Set([...photos, uuid])], files: { ...files, [uuid]: stored } }),
  }
}
async function picture(file: File, record: string) {
  const { prepareImage } = await import('../../ui/image.ts')
  const { bytes: made, mime } = await prepareImage(file)
  const uuid = crypto.randomUUID()
  const extension = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }[mime as string] ?? 'jpg'
  const name = `${file.name.replace(/\.\w+$/, '') || 'foto'}.${extension}`
  return { uuid, mime: mime as string, bytes: withUniqueBytes(made, mime, uuid), meta: { record, extension, name } }
}
async function document(file: File) {
  const { fileKind } = await import('../../contract/kernel/file-kinds.ts')
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const bytes = await file.arrayBuffer()
  const mime = fileKind(extension, new Uint8Array(bytes))
  if (!mime) throw new Error(NOT_ALLOWED)
  const uuid = await uuidFrom(await sha256(bytes))
  return { uuid, mime, bytes, meta: { record: uuid, extension, name: file.name } }
}
