import { MAX_FILE_BYTES } from '../../src/contract/constants.ts'
import { problem } from './problem.ts'

const starts = (bytes: Buffer, hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex
const isZip = (bytes: Buffer) => starts(bytes, '504b0304') || starts(bytes, '504b0506')
const isOle = (bytes: Buffer) => starts(bytes, 'd0cf11e0a1b11ae1')
/** Text formats: no binary, and nothing a browser would take for a page. */
const isText = (bytes: Buffer) =>
  !bytes.includes(0) && !/<\s*(!doctype|html|script|svg|iframe|body)/i.test(bytes.subarray(0, 4096).toString('latin1'))
const isJpeg = (bytes: Buffer) => starts(bytes, 'ffd8ff')
const office = 'application/vnd.openxmlformats-officedocument.'
const kinds = new Map<string, { mime: string; is: (bytes: Buffer) => boolean }>([
  ['pdf', { mime: 'application/pdf', is: (b) => starts(b, '255044462d') }],
  ['jpg', { mime: 'image/jpeg', is: isJpeg }],
  ['jpeg', { mime: 'image/jpeg', is: isJpeg }],
  ['png', { mime: 'image/png', is: (b) => starts(b, '89504e470d0a1a0a') }],
  ['webp', { mime: 'image/webp', is: (b) => starts(b, '52494646') && starts(b, '57454250', 8) }],
  ['heic', { mime: 'image/heic', is: (b) => starts(b, '66747970', 4) && /hei[cxms]|mif1|msf1/.test(b.subarray(8, 24).toString('latin1')) }],
  ['doc', { mime: 'application/msword', is: isOle }],
  ['xls', { mime: 'application/vnd.ms-excel', is: isOle }],
  ['docx', { mime: `${office}wordprocessingml.document`, is: isZip }],
  ['xlsx', { mime: `${office}spreadsheetml.sheet`, is: isZip }],
  ['zip', { mime: 'application/zip', is: isZip }],
  ['csv', { mime: 'text/csv; charset=utf-8', is: isText }],
  ['txt', { mime: 'text/plain; charset=utf-8', is: isText }],
  ['xml', { mime: 'application/xml', is: isText }],
  ['eml', { mime: 'message/rfc822', is: isText }],
  ['p7m', { mime: 'application/pkcs7-mime', is: (b) => starts(b, '30') }],
])

/** Extension and content must agree; the mime type is ours, never the sender's. 415 otherwise, 413 over 20 MB (domain.md 0.5). */
export function inspectUpload(upload: { name: string; bytes: Buffer }): { name: string; extension: string; mime: string } {
  if (upload.bytes.length > MAX_FILE_BYTES) throw problem.bigFile()
  const name = cleanName(upload.name)
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = kinds.get(extension)
  if (!kind?.is(upload.bytes)) throw problem.badFile()
  return { name, extension, mime: kind.mime }
}
/** A name safe to show and to offer for download: no path, no control or invisible characters, at most 120 characters. */
const cleanName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{C}"<>|:*?]/gu, '')
    .replace(/^[.\s-]+/, '')
    .slice(-120)
