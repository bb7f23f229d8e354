// Detects the type of a file by its first bytes. Device and server share this, so that the server accepts every file that the device accepted.
const head = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
type Check = (bytes: Uint8Array) => boolean
const starts =
  (magic: string, at = 0): Check =>
  (bytes) =>
    head(bytes, at, at + magic.length) === magic
const either =
  (...kinds: Check[]): Check =>
  (bytes) =>
    kinds.some((is) => is(bytes))
const isZip = either(starts('PK\x03\x04'), starts('PK\x05\x06'))
const isOle = starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const isJpeg = starts('\xff\xd8\xff')
const isHeic: Check = (bytes) => starts('ftyp', 4)(bytes) && /hei[cxms]|hev[cx]|mif1|msf1/.test(head(bytes, 8, 24))
const isWebp: Check = (bytes) => starts('RIFF')(bytes) && starts('WEBP', 8)(bytes)

/** True if the bytes contain `text`. Searches the bytes directly, because converting 20 MB to a string would block the server. */
function holds(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 1
    while (same < text.length && bytes[at + same] === text.charCodeAt(same)) same++
    if (same === text.length) return true
  }
  return false
}
/** Tags with which a browser would run a file as a page. */
const MARKUP = /^<(?:!doctype|html|script|iframe|object|embed|body)[\s>/]/i
function holdsMarkup(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1)) if (MARKUP.test(head(bytes, at, at + 10))) return true
  return false
}
/** The test string of virus scanners (EICAR), refused like a virus. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
/** Text formats: no binary data, and nothing that a browser would run as a page. */
const isText: Check = (bytes) => !bytes.includes(0) && !/<\s*(!doctype|html|script|svg|iframe|body)/i.test(head(bytes, 0, 4096))
/** A PDF without markup before its beginning or after its end, where a browser might find a page. */
const isPdf: Check = (bytes) => {
  if (!starts('%PDF-')(bytes)) return false
  let end = bytes.lastIndexOf(0x25)
  while (end > 0 && !starts('%%EOF', end)(bytes)) end = bytes.lastIndexOf(0x25, end - 1)
  // A truncated PDF has no end mark; readers repair it, so it is accepted.
  return !holdsMarkup(bytes.subarray(0, 1024)) && !holdsMarkup(bytes.subarray(end > 0 ? end : -1024))
}

const office = 'application/vnd.openxmlformats-officedocument.'
const kinds = new Map<string, { mime: string; is: Check }>([
  ['pdf', { mime: 'application/pdf', is: isPdf }],
  ['jpg', { mime: 'image/jpeg', is: isJpeg }],
  ['jpeg', { mime: 'image/jpeg', is: isJpeg }],
  ['png', { mime: 'image/png', is: starts('\x89PNG\r\n\x1a\n') }],
  ['webp', { mime: 'image/webp', is: isWebp }],
  ['heic', { mime: 'image/heic', is: isHeic }],
  ['doc', { mime: 'application/msword', is: isOle }],
  ['xls', { mime: 'application/vnd.ms-excel', is: isOle }],
  ['docx', { mime: `${office}wordprocessingml.document`, is: isZip }],
  ['xlsx', { mime: `${office}spreadsheetml.sheet`, is: isZip }],
  ['zip', { mime: 'application/zip', is: isZip }],
  ['csv', { mime: 'text/csv; charset=utf-8', is: isText }],
  ['txt', { mime: 'text/plain; charset=utf-8', is: isText }],
  ['xml', { mime: 'application/xml', is: isText }],
  ['eml', { mime: 'message/rfc822', is: isText }],
  ['p7m', { mime: 'application/pkcs7-mime', is: starts('0') }],
])

/** The media type of a file whose content matches its extension (lower case, no dot); undefined otherwise. */
export function fileKind(extension: string, bytes: Uint8Array): string | undefined {
  const kind = kinds.get(extension)
  return kind?.is(bytes) ? kind.mime : undefined
}

/** True for a polyglot: an image that also contains a page, an archive at its end or a PDF at its start, or any file with the scanners' test string. */
export function isPolyglot(mime: string, bytes: Uint8Array): boolean {
  if (holds(bytes, EICAR)) return true
  if (!mime.startsWith('image/')) return false
  return holdsMarkup(bytes) || holds(bytes.subarray(0, 1024), '%PDF-') || holds(bytes, 'PK\x05\x06\0\0\0\0')
}
