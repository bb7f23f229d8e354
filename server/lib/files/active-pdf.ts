import { inflateSync } from 'node:zlib'

/** Names of what a reader would run, send, open or save, and of other files inside. A destination in the document and a link to a page of the web are none of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|GoTo[ER]|Rendition|RichMedia|Movie|Sound|XFA|AA|EmbeddedFiles?|EF)(?![\w#-])/
/** Packed objects are known by their type or, since that may stand elsewhere, by the two keys that they need. */
const isPacked = (head: string) => /\/ObjStm(?![\w#-])/.test(head) || (/\/First(?![\w#-])/.test(head) && /\/N(?![\w#-])/.test(head))
/** How packed objects are usually written: deflated and nothing else, or as they are. */
const DEFLATED = /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)(?![\w#-])(?!\s*\/(?:\w+Decode|AHx|A85|LZW|RL|Fl)(?![\w#-]))/
const OTHERWISE = /\/Predictor(?!\s*1(?!\d))|\/DecodeParms\s*(?:\[\s*)?\d/
/** Streams of packed objects, and what they unpack to in all: far more than a document has. One with more is a bomb, and counts as active. */
const MAX_PACKED = 2_000
const MAX_UNPACKED = 48 * 1024 * 1024
const STREAM = /(?<!end)stream(?:\r\n?|\n)/g

/** A name may be written with its letters as codes: `/#4aS`. */
const spelt = (text: string) => text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** `unknown`: it has objects that cannot be looked into, so that nobody can say that it is harmless. */
export type PdfContent = 'harmless' | 'active' | 'unknown'
/**
 * Whether a PDF holds scripts, actions or other files. What is outside of its streams is looked at, and its packed objects, where newer files have them; the
 * contents of pages and pictures cannot act. Of a locked file names can be read, but not packed objects.
 */
export function contentOfPdf(bytes: Buffer): PdfContent {
  const text = bytes.toString('latin1')
  const read: string[] = []
  let unreadable = false
  let from = 0
  let left = MAX_UNPACKED
  let packed = 0
  for (const { index, 0: word } of text.matchAll(STREAM)) {
    if (index < from) continue
    const head = spelt(text.slice(from, index))
    read.push(head)
    const start = index + word.length
    const end = text.indexOf('endstream', start)
    // Cut off: what is left is looked at as it is.
    from = end < 0 ? start : end
    if (end < 0) break
    const body = bytes.subarray(start, end)
    // Objects may hide in what only looks like a stream.
    if (/\d\s+\d+\s+obj(?!\w)/.test(text.slice(start, end))) read.push(spelt(text.slice(start, end)))
    const own = head.slice(head.lastIndexOf('obj') + 3)
    if (!isPacked(own)) continue
    const objects = unpacked(body, own, left)
    if (objects === undefined) unreadable = true
    else read.push(spelt(objects))
    left -= objects?.length ?? 0
    if (left <= 0 || ++packed > MAX_PACKED) return 'active'
  }
  read.push(spelt(text.slice(from)))
  if (read.some((piece) => ACTIVE.test(piece)) || opensByItself(read)) return 'active'
  return unreadable || (packed > 0 && read.some((piece) => /\/Encrypt(?![\w#-])/.test(piece))) ? 'unknown' : 'harmless'
}

/** A document has one action at its opening, and each change that was saved behind it may say it again. */
const MAX_OPENINGS = 20
/** An action at the opening that goes anywhere but to a place in the document. */
function opensByItself(read: readonly string[]): boolean {
  const openings = read.flatMap((piece) => [...piece.matchAll(/\/OpenAction\s*(?:(<<[\s\S]{0,2000})|(\d+)\s+\d+\s+R)/g)])
  if (openings.length > MAX_OPENINGS) return true
  return openings.some(({ 1: action = '', 2: number }) => {
    const object = new RegExp(`(?<!\\d)${number}\\s+\\d+\\s+obj([\\s\\S]{0,2000})`)
    const bodies = number ? read.flatMap((piece) => object.exec(piece)?.[1] ?? []) : [action]
    return bodies.some((body) => /\/S\s*\/(URI|Named)(?![\w#-])/.test(body.split(/endobj|>>/)[0]!))
  })
}

/** At most `most` characters; undefined where it is written otherwise than packed objects usually are. */
function unpacked(packed: Buffer, head: string, most: number): string | undefined {
  if (!/\/Filter(?![\w#-])/.test(head)) return packed.toString('latin1').slice(0, most)
  if (!DEFLATED.test(head) || OTHERWISE.test(head)) return undefined
  try {
    return inflateSync(packed, { maxOutputLength: most, finishFlush: 2 }).toString('latin1')
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? ' '.repeat(most) : undefined
  }
}
