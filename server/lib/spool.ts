import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file too large for memory, on the disk of the server until its request is answered. */
export async function spool(stream: Readable): Promise<string> {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'piazzale-upload-'))
  const place = path.join(folder, 'file')
  try {
    await pipeline(stream, fs.createWriteStream(place))
    return place
  } catch (error) {
    await unspool(place)
    throw error
  }
}
export const unspool = (place: string) => fs.promises.rm(path.dirname(place), { recursive: true, force: true })
