import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { StartupError } from '../startup-problem.ts'

/** What a copy consists of, in this order: its start, each table, the sequences, each file, its end. */
export type Head =
  | { is: 'start'; version: string; at: string; migration: { hash: string; created_at: string }; filesKey: string | null }
  | { is: 'table'; table: string; columns: string[] }
  /** Rows as PostgreSQL writes them as text: a JSON list of strings, deflated. */
  | { is: 'rows' }
  | { is: 'counted'; table: string; rows: number; sum: string }
  | { is: 'sequences'; values: [name: string, last: string][] }
  | { is: 'file'; path: string }
  | { is: 'bytes' }
  | { is: 'filed'; path: string; sha256: string }
  | { is: 'end'; tables: number; rows: number; files: number }
export interface Piece {
  head: Head
  body: Buffer
}
/** How much there is of everything, as the end of a copy says. */
export type Totals = { tables: number; rows: number; files: number }
export const piece = (head: Head, body: Buffer = Buffer.alloc(0)): Piece => ({ head, body })
export const rowsOf = ({ body }: Piece): string[] => JSON.parse(inflateRawSync(body).toString('utf8'))

/** Pieces as bytes: both lengths, the head as JSON, the body. */
export async function* toBytes(pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  for await (const { head, body } of pieces) {
    const text = Buffer.from(JSON.stringify(head))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32BE(text.length)
    lengths.writeUInt32BE(body.length, 4)
    yield Buffer.concat([lengths, text, body])
  }
}
export async function* fromBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let waiting: Buffer[] = []
  let size = 0
  let needed = 8
  for await (const part of bytes) {
    waiting.push(part)
    size += part.length
    if (size < needed) continue
    let whole = Buffer.concat(waiting)
    for (;;) {
      needed = whole.length < 8 ? 8 : 8 + whole.readUInt32BE() + whole.readUInt32BE(4)
      if (whole.length < needed) break
      const body = 8 + whole.readUInt32BE()
      yield { head: JSON.parse(whole.subarray(8, body).toString('utf8')), body: whole.subarray(body, needed) }
      whole = whole.subarray(needed)
    }
    waiting = [whole]
    size = whole.length
  }
}

/** Passes pieces on and compares what they are with what they say: rows of each table, SHA-256 of each file, the totals. @throws StartupError where they differ */
export async function* verified(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const found: Totals = { tables: 0, rows: 0, files: 0 }
  let rows = 0
  let hash = createHash('sha256')
  let over = false
  const differs = (what: string) => new StartupError(`La copia di sicurezza non è coerente (${what}): non è stato ripristinato nulla.`)
  for await (const one of pieces) {
    const { head, body } = one
    if (head.is === 'table') rows = 0
    if (head.is === 'rows') rows += rowsOf(one).length
    if (head.is === 'counted') {
      if (head.rows !== rows) throw differs(`tabella ${head.table}`)
      found.tables++
      found.rows += rows
    }
    if (head.is === 'file') hash = createHash('sha256')
    if (head.is === 'bytes') hash.update(body)
    if (head.is === 'filed') {
      if (hash.digest('hex') !== head.sha256) throw differs(`file ${head.path}`)
      found.files++
    }
    if (head.is === 'end') {
      over = true
      for (const name of ['tables', 'rows', 'files'] as const) if (head[name] !== found[name]) throw differs(name)
    }
    yield one
  }
  if (!over) throw differs('manca la fine')
}
/** Reads pieces to their end; gives the totals. */
export async function totalsOf(pieces: AsyncIterable<Piece>): Promise<Totals> {
  let totals: Totals = { tables: 0, rows: 0, files: 0 }
  for await (const { head } of verified(pieces)) if (head.is === 'end') totals = head
  return totals
}
