import { unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { storedZip, type ZipEntry } from '../../src/lib/zip.ts'

afterEach(() => void vi.unstubAllGlobals())

const utf8 = (text: string) => new TextEncoder().encode(text)
async function* all(entries: Iterable<ZipEntry>) {
  yield* entries
}
const made = async (...entries: [string, string][]) => {
  const zip = await storedZip(all(entries.map(([name, text]) => ({ name, bytes: utf8(text) }))))
  return { type: zip.type, bytes: new Uint8Array(await zip.arrayBuffer()) }
}

test('a ZIP of files as they are, byte by byte', async () => {
  const { type, bytes } = await made(['a', 'abc'])
  expect(type).toBe('application/zip')
  const facts = '1400 0000 0000 0000 2100 c2412435 03000000 03000000 0100 0000'
  const wanted = [
    `504b0304 ${facts} 61 616263`,
    // The same in the directory, with where the file begins.
    `504b0102 1400 ${facts} 0000 0000 0000 00000000 00000000 61`,
    '504b0506 0000 0000 0100 0100 2f000000 22000000 0000',
  ]
  expect(Buffer.from(bytes).toString('hex')).toBe(wanted.join('').replaceAll(' ', ''))
})
test('whoever reads ZIPs finds each file whole, the empty one too', async () => {
  const text = 'perché no '.repeat(500)
  const { bytes } = await made(['dati.json', text], ['foto/1.jpg', ''], ['foto/2.jpg', 'x'])
  const found = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, new TextDecoder().decode(content)])
  expect(found).toEqual([
    ['dati.json', text],
    ['foto/1.jpg', ''],
    ['foto/2.jpg', 'x'],
  ])
  expect(unzipSync((await made()).bytes)).toEqual({})
})
test('what the format cannot hold is refused: too many files, too many bytes', async () => {
  // Nobody reads these: nothing of them is kept.
  vi.stubGlobal('Blob', class {})
  const many = function* (count: number) {
    for (let at = 0; at < count; at++) yield { name: '', bytes: new Uint8Array() }
  }
  const large = (length: number) => [{ name: 'a', bytes: { length, *[Symbol.iterator]() {} } as any }]
  const refused = new RangeError('Troppi dati per un solo file ZIP.')
  await expect(storedZip(all(many(0x1_0000)))).rejects.toThrow(refused)
  await expect(storedZip(all(many(0xffff)))).resolves.toBeDefined()
  // 31 bytes before the file, 47 in the directory.
  await expect(storedZip(all(large(0xffff_ffff - 77)))).rejects.toThrow(refused)
  await expect(storedZip(all(large(0xffff_ffff - 78)))).resolves.toBeDefined()
})
