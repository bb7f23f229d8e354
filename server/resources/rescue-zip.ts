import { strFromU8, unzipSync } from 'fflate'
import * as v from 'valibot'
import { RESCUE, RescueFile } from '../../src/contract/rescue.ts'
import { sha256 } from '../lib/files.ts'
import { Problem, problem } from '../lib/problem.ts'

export interface Unpacked {
  file: RescueFile
  /** By SHA-256: extension and bytes. */
  photos: Map<string, { extension: string; bytes: Buffer }>
}
const refused = (message: string) => problem.unprocessable(message)
const DAMAGED = 'Lo ZIP è danneggiato: esportarlo di nuovo dal dispositivo.'
const FOREIGN = 'Questo ZIP non è un export degli invii di un dispositivo.'

/**
 * Takes an export apart. Sizes and names are judged from the directory, before anything is unpacked; then every entry against SHA256SUMS, and every
 * picture against its name.
 * @throws Problem with an Italian sentence
 */
export function unpack(zip: Buffer): Unpacked {
  const entries = read(zip)
  const json = entries.get(RESCUE.json)
  const sums = entries.get(RESCUE.sums)
  if (!json || !sums) throw refused(FOREIGN)
  const promised = new Map(
    strFromU8(sums)
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  entries.delete(RESCUE.sums)
  for (const [name, bytes] of entries) if (promised.get(name) !== sha256(bytes)) throw refused(DAMAGED)
  if (promised.size !== entries.size) throw refused(DAMAGED)
  const photos: Unpacked['photos'] = new Map()
  for (const [name, bytes] of entries) {
    const [, hash, extension] = RESCUE.photo.exec(name) ?? []
    if (!hash || !extension) continue
    if (hash !== promised.get(name)) throw refused(DAMAGED)
    photos.set(hash, { extension, bytes })
  }
  return { file: parse(json), photos }
}

function read(zip: Buffer): Map<string, Buffer> {
  let total = 0
  const names = new Set<string>()
  try {
    const found = unzipSync(zip, {
      filter({ name, originalSize }) {
        total += originalSize
        if (total > RESCUE.maxBytes) throw refused('Lo ZIP supera i 200 MB una volta aperto.')
        if (names.size >= RESCUE.maxEntries) throw refused('Lo ZIP contiene più di 1.000 file.')
        if (names.has(name) || !(name === RESCUE.json || name === RESCUE.sums || RESCUE.photo.test(name))) throw refused(FOREIGN)
        names.add(name)
        return true
      },
    })
    return new Map(Object.entries(found).map(([name, bytes]) => [name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]))
  } catch (error) {
    throw error instanceof Problem ? error : refused(DAMAGED)
  }
}

function parse(json: Buffer): RescueFile {
  let value: unknown
  try {
    value = JSON.parse(json.toString())
  } catch {
    throw refused(FOREIGN)
  }
  const result = v.safeParse(RescueFile, value)
  if (!result.success) throw refused(FOREIGN)
  const { user, items, photos, refs } = result.output
  if ([...items, ...photos, ...refs].some((row) => row.user !== user)) throw refused(FOREIGN)
  return result.output
}
