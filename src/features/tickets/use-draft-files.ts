import { useObjectUrls } from '../../outbox/copy-pictures.ts'
import type { NewTicketEditor } from './new-ticket-editor.ts'
import type { ReplyEditor } from './reply-editor.ts'

/** The files of what is being written, with object URLs of the pictures. */
export function useDraftFiles(editor: ReplyEditor | NewTicketEditor) {
  const { photos, files } = editor.state.use().local
  const pictures = photos.filter((uuid) => files[uuid]?.mime.startsWith('image/'))
  const urls = useObjectUrls(pictures, async (uuid) => {
    const bytes = await editor.bytesOf(files[uuid]!.hash)
    if (!bytes) throw new Error('gone')
    return new Blob([bytes], { type: files[uuid]!.mime })
  })
  return photos.map((id) => ({ id, name: files[id]?.name ?? 'file', size: files[id]?.size ?? 0, src: urls[id]?.src || undefined }))
}
