import type { Page } from '@playwright/test'
import { openBytes, openRow, openText } from '../../../src/lib/seal-rows.ts'

/** How bytes of ciphertext and keys leave the page: JSON has none. */
export const BYTES = 'bytes:'
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text.slice(BYTES.length), 'base64'))

type Row = Record<string, unknown>
/** A row as its author reads it. @param key as `BYTES` text; without one, or with another's, the row stays as it lies on the disk */
export function openedRow(table: string, row: Row, key: string | undefined): Row {
  const { _sealed: sealed, ...clear } = row
  if (typeof sealed !== 'string' || !key) return row
  try {
    return openRow(table, { ...clear, _sealed: bytesOf(sealed) } as Row, bytesOf(key))
  } catch {
    return row
  }
}

/** A copy that the service worker keeps of an answer, opened in the same way. */
export function openedCopy(url: string, sealed: string, key: string | undefined): string {
  try {
    return key ? Buffer.from(openBytes(bytesOf(key), url, bytesOf(sealed))).toString('utf8') : sealed
  } catch {
    return sealed
  }
}
/** Values of localStorage or sessionStorage by their names, opened in the same way. */
export const openedTexts = (texts: Record<string, string>, key: string | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, openText(name, text, key ? bytesOf(key) : undefined) ?? text]))

/** The rows of a table of every database whose name begins so, opened with the key of the person who is signed in here. */
export async function rowsOf(page: Page, databases: string, table: string): Promise<Row[]> {
  const { rows, key } = await page.evaluate(
    async ({ databases, table, BYTES }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const asText = (bytes: Uint8Array) => BYTES + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      const all = async (name: string, table: string) => {
        const db = await done(indexedDB.open(name))
        const rows = db.objectStoreNames.contains(table) ? await done(db.transaction(table).objectStore(table).getAll()) : []
        db.close()
        return rows as Row[]
      }
      const rows: Row[] = []
      for (const { name } of await indexedDB.databases()) if (name?.startsWith(databases)) rows.push(...(await all(name, table)))
      const [session] = await all('piazzale-device', 'kept')
      return {
        rows: rows.map((row) => (row._sealed ? { ...row, _sealed: asText(row._sealed as Uint8Array) } : row)),
        key: session?.deviceKey && asText(session.deviceKey as Uint8Array),
      }
    },
    { databases, table, BYTES },
  )
  return rows.map((row) => openedRow(table, row, key as string | undefined))
}
