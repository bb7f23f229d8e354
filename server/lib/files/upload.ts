import { MAX_FILE_BYTES } from '../../../src/contract/kernel/constants.ts'
import { fileKind, isPolyglot } from '../../../src/contract/kernel/file-kinds.ts'
import { problem } from '../core/problem.ts'
import { contentOfPdf, type PdfContent } from './active-pdf.ts'

interface Sent {
  name: string
  bytes: Buffer
}
export interface Limits {
  maxBytes?: number
  /** A PDF with scripts is taken too: who takes it sees to them. */
  active?: true
}
interface Kind {
  name: string
  extension: string
  mime: string
}

/** The kind of an upload by extension and content, which must agree; the MIME type is ours, never the sender's. @throws 415, or 413 over 20 MB (docs/spec/security.md#uploads) */
export function kindOf(upload: Sent, { maxBytes = MAX_FILE_BYTES, active }: Limits = {}): Kind {
  if (upload.bytes.length > maxBytes) throw problem.bigFile(maxBytes)
  const name = cleanName(upload.name)
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const mime = fileKind(extension, upload.bytes)
  if (!mime) throw problem.badFile()
  if (mime === 'application/pdf' && !active) needHarmless(contentOfPdf(upload.bytes))
  return { name, extension, mime }
}
function needHarmless(content: PdfContent): void {
  if (content === 'active') throw problem.activePdf()
  if (content === 'unknown') throw problem.lockedPdf()
}
/** `kindOf`, but a file that is valid as two types (a picture that is a page, too) is refused. @throws 415, 413 */
export function inspectUpload(upload: Sent, limits?: Limits): Kind {
  const kind = kindOf(upload, limits)
  if (isPolyglot(kind.mime, upload.bytes)) throw problem.badFile()
  return kind
}
/** A name safe to show and to offer for download: no path, no control or invisible characters, at most 120 characters. */
const cleanName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{C}"<>|:*?]/gu, '')
    .slice(-120)
    // Last, because the cut may bring a dot to the front.
    .replace(/^[.\s-]+/, '')
