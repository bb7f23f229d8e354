import { inflateSync } from 'node:zlib'

/** Names of what a reader would run, send or open by itself. A destination to open at is none of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|RichMedia|Movie|Sound|XFA)(?![\w#-])/
/** Streams of packed objects, and what they unpack to in all: far more than a document has. One with more is a bomb, and counts as active. */
const MAX_PACKED = 2_000
const MAX_UNPACKED = 48 * 1024 * 1024
const STREAM = /(?<!end)stream\r?\n/g

/** A name may be written with its letters as codes: `/#4aS`. */
const spelt = (text: string) => text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Whether a PDF holds scripts or actions. What is outside of its streams is looked at, and its packed objects, where newer files have them; the contents of pages
 * and pictures cannot act. A file that is locked with a password is looked at as far as it can be read.
 */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  let from = 0
  let left = MAX_UNPACKED
  let packed = 0
  for (const { index, 0: word } of text.matchAll(STREAM)) {
    if (index < from) continue
    const head = text.slice(from, index)
    if (ACTIVE.test(spelt(head))) return true
    const start = index + word.length
    const end = text.indexOf('endstream', start)
    // Cut off: what is left is looked at as it is.
    if (end < 0) return ACTIVE.test(spelt(text.slice(start)))
    if (/\/ObjStm(?![\w#-])/.test(spelt(head.slice(head.lastIndexOf('obj') + 3)))) {
      const objects = unpacked(bytes.subarray(start, end), left)
      left -= objects.length
      if (left <= 0 || ++packed > MAX_PACKED || ACTIVE.test(spelt(objects))) return true
    }
    from = end
  }
  return ACTIVE.test(spelt(text.slice(from)))
}

/** At most `most` characters. */
function unpacked(packed: Buffer, most: number): string {
  try {
    return inflateSync(packed, { maxOutputLength: most, finishFlush: 2 }).toString('latin1')
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return ' '.repeat(most)
    // Packed in another way, or encrypted.
    return packed.toString('latin1')
  }
}
