/** What a file is by its first bytes: device and server ask the same, so that what the one has taken the other takes. */
const head = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
/** One letter a byte; true only of what is ASCII. */
const asText = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
type Is = (bytes: Uint8Array) => boolean
const starts =
  (magic: string, at = 0): Is =>
  (bytes) =>
    head(bytes, at, at + magic.length) === magic
const either =
  (...kinds: Is[]): Is =>
  (bytes) =>
    kinds.some((is) => is(bytes))
const isZip = either(starts('PK\x03\x04'), starts('PK\x05\x06'))
const isOle = starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const isJpeg = starts('\xff\xd8\xff')
const isHeic: Is = (bytes) => starts('ftyp', 4)(bytes) && /hei[cxms]|hev[cx]|mif1|msf1/.test(head(bytes, 8, 24))
const isWebp: Is = (bytes) => starts('RIFF')(bytes) && starts('WEBP', 8)(bytes)

/** The beginnings of what a browser would run as a page. */
const MARKUP = /<(?:!doctype|html|script|iframe|object|embed|body)[\s>/]/i
/** What scanners are tested with stands for what they look for. */
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
/** Text formats: no binary, and nothing a browser would take for a page. */
const isText: Is = (bytes) => !bytes.includes(0) && !/<\s*(!doctype|html|script|svg|iframe|body)/i.test(asText(bytes.subarray(0, 4096)))
/** A page before the document (where browsers look) or behind its end is not part of it. */
const isPdf: Is = (bytes) => {
  if (!starts('%PDF-')(bytes)) return false
  const text = asText(bytes)
  const end = text.lastIndexOf('%%EOF')
  return end > 0 && !MARKUP.test(text.slice(0, 1024)) && !MARKUP.test(text.slice(end))
}

const office = 'application/vnd.openxmlformats-officedocument.'
const kinds = new Map<string, { mime: string; is: Is }>([
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

/** The media type of a file whose content is what its extension (lower case, no dot) says; undefined for any other. */
export function fileKind(extension: string, bytes: Uint8Array): string | undefined {
  const kind = kinds.get(extension)
  return kind?.is(bytes) ? kind.mime : undefined
}

/** Whether a file holds something else besides: a page, an archive behind its end, a PDF before it, or what scanners look for. */
export function isTwofold(mime: string, bytes: Uint8Array): boolean {
  const text = asText(bytes)
  if (text.includes(EICAR)) return true
  if (!mime.startsWith('image/')) return false
  return MARKUP.test(text) || text.slice(0, 1024).includes('%PDF-') || text.includes('PK\x05\x06\0\0\0\0')
}
