import fs from 'node:fs'
import { Unzip, UnzipInflate } from 'fflate'
import * as v from 'valibot'
import { MAX_FILE_BYTES } from '../../src/contract/constants.ts'
import { RescueFile } from '../../src/contract/rescue.ts'
import { RESCUE } from '../../src/contract/rescue-format.ts'
import { sha256 } from '../lib/files.ts'
import { Problem, problem } from '../lib/problem.ts'

const refused = (message: string) => problem.unprocessable(message)
const DAMAGED = 'Lo ZIP è danneggiato: esportarlo di nuovo dal dispositivo.'
const FOREIGN = 'Questo ZIP non è un export degli invii di un dispositivo.'
/** Little enough that what is compressed in it cannot become more than memory holds before it is counted. */
const CHUNK = 64 * 1024

interface Entry {
  name: string
  /** Undefined: larger than its kind may be. */
  bytes: Buffer | undefined
}
const limitOf = (name: string) => (name === RESCUE.json ? RESCUE.maxJsonBytes : MAX_FILE_BYTES)
const known = (name: string) => name === RESCUE.json || name === RESCUE.sums || RESCUE.photo.test(name)

/**
 * The entries of a ZIP one after the other, as they lie in the file: its directory is not read, nor believed. Of those that `wanted` refuses only the size
 * counts. Where the file was cut it ends with the last whole entry.
 * @throws Problem with an Italian sentence
 */
async function* entriesOf(path: string, wanted: (name: string) => boolean): AsyncGenerator<Entry> {
  const whole: Entry[] = []
  let total = 0
  let count = 0
  const unzip = new Unzip((file) => {
    const { name } = file
    if (++count > RESCUE.maxEntries) throw refused(`Lo ZIP contiene più di ${RESCUE.maxEntries.toLocaleString('it-IT')} file.`)
    if (!known(name)) throw refused(FOREIGN)
    const pieces: Uint8Array[] = []
    let size = 0
    file.ondata = (error, data, final) => {
      if (error) throw error
      size += data?.length ?? 0
      total += data?.length ?? 0
      if (total > RESCUE.maxBytes) throw refused('Lo ZIP supera i 2 GB una volta aperto.')
      if (wanted(name) && size <= limitOf(name) && data) pieces.push(data.slice())
      if (final && wanted(name)) whole.push({ name, bytes: size <= limitOf(name) ? Buffer.concat(pieces) : undefined })
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for await (const chunk of fs.createReadStream(path, { highWaterMark: CHUNK })) {
      unzip.push(chunk as Uint8Array)
      yield* whole.splice(0)
    }
  } catch (error) {
    throw error instanceof Problem ? error : refused(DAMAGED)
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
  for await (const { name, bytes } of entriesOf(path, (name) => !RESCUE.photo.test(name))) {
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
      for await (const { name, bytes } of entriesOf(path, (name) => RESCUE.photo.test(name))) {
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
