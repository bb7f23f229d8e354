import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readZip, type ZipKind } from '../../server/lib/files/zip.ts'
import { bomb } from '../hostile-zip.ts'
import { sourcesOf } from '../sources.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-zip-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const kinds: ZipKind[] = [
  { name: /\.txt$/, maxBytes: 1_000, wanted: true },
  { name: /\.bin$/, maxBytes: 8 * 2 ** 30, wanted: false },
]
async function read(bytes: Uint8Array, limits = {}) {
  const place = path.join(folder, crypto.randomUUID())
  fs.writeFileSync(place, bytes)
  const entries: [string, string | undefined][] = []
  for await (const { name, bytes } of readZip(place, { maxEntries: 10, maxBytes: 8 * 2 ** 30, kinds, ...limits }))
    entries.push([name, bytes?.toString()])
  return entries
}
const noise = (size: number) => new Uint8Array(randomBytes(size))
const refused = (reason: string) => ({ name: 'Error', reason })

test('entries come in their order, whole; one too large for its kind is named, one not wanted is passed over', async () => {
  const zip = zipSync({
    'b.txt': strToU8('due'),
    'foto.bin': [noise(3_000_000), { level: 0 }],
    'a.txt': strToU8('uno'),
    'lungo.txt': noise(1_001),
  })
  expect(await read(zip)).toEqual([
    ['b.txt', 'due'],
    ['a.txt', 'uno'],
    ['lungo.txt', undefined],
  ])
})

test('4 MB that say they hold 100 bytes, and hold 4 GB, are refused after the first of them', async () => {
  const zip = bomb('a.bin', 4_096)
  expect(zip.length).toBeLessThan(5_000_000)
  await expect(read(zip)).rejects.toMatchObject(refused('bytes'))
})

test('what is beyond the budgets or fits nothing is refused', async () => {
  const two = { 'a.txt': strToU8('uno'), 'b.txt': strToU8('due') }
  await expect(read(zipSync(two), { maxEntries: 1 })).rejects.toMatchObject(refused('entries'))
  await expect(read(zipSync(two), { maxBytes: 5 })).rejects.toMatchObject(refused('bytes'))
  await expect(read(zipSync({ ...two, 'c.exe': strToU8('x') }))).rejects.toMatchObject(refused('foreign'))
  const damaged = zipSync({ 'a.txt': strToU8('uno '.repeat(200)) })
  damaged.fill(0xff, 40, 50)
  await expect(read(damaged)).rejects.toMatchObject(refused('damaged'))
})

test('the directory is not believed: what only it names is not there, what it hides is', async () => {
  const zip = Buffer.from(zipSync({ 'a.txt': strToU8('uno'), 'b.txt': strToU8('due') }))
  zip.write('z.txt', zip.lastIndexOf('b.txt'))
  expect(await read(zip)).toEqual([
    ['a.txt', 'uno'],
    ['b.txt', 'due'],
  ])
})

test('no other part of the server takes an archive apart', () => {
  const readers = sourcesOf('server').filter(({ text }) =>
    /from '(fflate|jszip|yauzl|unzipper|adm-zip|exceljs|xlsx|@e965\/xlsx)/.test(text),
  )
  expect(readers.map(({ path }) => path)).toHaveMembers([
    'server/lib/files/export-file.ts',
    'server/lib/files/sheet-worker.mjs',
    'server/lib/files/zip-worker.mjs',
  ])
  // The writer of long lists opens only the empty workbook that the library has just made, never a file from outside.
  expect(readers.find(({ path }) => path.includes('export'))!.text.match(/unzipSync\(.*?\)/g)).toEqual(['unzipSync(book)'])
  // The reader of sheets believes what an archive says of itself: it is handed one that was packed here, out of what was unpacked within the budget.
  const { text } = readers.find(({ path }) => path.includes('sheet'))!
  expect(text).toContain("import { zipSync } from 'fflate'")
  expect(text).not.toMatch(/node:fs|\bfs\b/)
})
