import * as v from 'valibot'
import { RescueFile } from '../../../src/contract/inspections/rescue.ts'
import { MAX_FILE_BYTES } from '../../../src/contract/kernel/constants.ts'
import { RESCUE } from '../../../src/contract/kernel/rescue-format.ts'
import { problem } from '../../lib/core/problem.ts'
import { sha256 } from '../../lib/files/files.ts'
import { readZip, type ZipEntry, type ZipReason, ZipRefused } from '../../lib/files/zip.ts'

const refused = (message: string) => problem.unprocessable(message)
const DAMAGED = 'Lo ZIP è danneggiato: esportarlo di nuovo dal dispositivo.'
const FOREIGN = 'Questo ZIP non è un export degli invii di un dispositivo.'
const WORDS: Record<ZipReason, string> = {
  damaged: DAMAGED,
  foreign: FOREIGN,
  entries: `Lo ZIP contiene più di ${RESCUE.maxEntries.toLocaleString('it-IT')} file.`,
  bytes: 'Lo ZIP contiene più dati di quanti ne può tenere un dispositivo.',
}
const exactly = (name: string) => new RegExp(`^${name.replace('.', '\\.')}$`)

/** @throws Problem with an Italian sentence */
async function* entriesOf(path: string, wanted: 'texts' | 'photos'): AsyncGenerator<ZipEntry> {
  const texts = wanted === 'texts'
  const kinds = [
    { name: exactly(RESCUE.json), maxBytes: RESCUE.maxJsonBytes, wanted: texts },
    { name: exactly(RESCUE.sums), maxBytes: MAX_FILE_BYTES, wanted: texts },
    { name: RESCUE.photo, maxBytes: MAX_FILE_BYTES, wanted: !texts },
  ]
  try {
    yield* readZip(path, { maxEntries: RESCUE.maxEntries, maxBytes: RESCUE.maxBytes, kinds })
  } catch (error) {
    throw error instanceof ZipRefused ? refused(WORDS[error.reason]) : error
  }
}

export interface Unpacked {
  file: v.InferOutput<typeof RescueFile>
  /** Each picture in turn; `bytes` undefined where they are not those of its name. */
  photos(): AsyncGenerator<{ hash: string; extension: string; bytes: Buffer | undefined }>
}
/**
 * Takes an export apart that lies in a file of the server. What it says is checked against SHA256SUMS, every picture against its name.
 * @throws Problem with an Italian sentence
 */
export async function unpack(path: string): Promise<Unpacked> {
  const found = new Map<string, Buffer | undefined>()
  for await (const { name, bytes } of entriesOf(path, 'texts')) {
    if (found.has(name)) throw refused(FOREIGN)
    found.set(name, bytes)
  }
  if (!found.size) throw refused(DAMAGED)
  const json = found.get(RESCUE.json)
  const sums = found.get(RESCUE.sums)
  if (!json || !sums) throw refused(FOREIGN)
  if (
    !sums
      .toString()
      .split('\n')
      .includes(`${sha256(json)}  ${RESCUE.json}`)
  )
    throw refused(DAMAGED)
  return {
    file: parse(json),
    async *photos() {
      for await (const { name, bytes } of entriesOf(path, 'photos')) {
        const [, hash, extension] = RESCUE.photo.exec(name)!
        yield { hash: hash!, extension: extension!, bytes: bytes && sha256(bytes) === hash ? bytes : undefined }
      }
    },
  }
}

function parse(json: Buffer) {
  try {
    return v.parse(RescueFile, JSON.parse(json.toString()))
  } catch {
    throw refused(FOREIGN)
  }
}
