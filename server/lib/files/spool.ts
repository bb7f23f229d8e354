import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const PREFIX = 'piazzale-upload-'
/** No request takes this long. */
const OLD_MS = 86_400_000

/** Writes a stream that is too large for memory to a temporary file, and gives its path; it stays until the request is answered. */
export async function spool(stream: Readable): Promise<string> {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), PREFIX))
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

/** Deletes the temporary files of servers that were killed. */
export async function sweepSpool(now: Date): Promise<void> {
  for (const name of await fs.promises.readdir(os.tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(os.tmpdir(), name)
    const { mtimeMs } = await fs.promises.stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (now.getTime() - mtimeMs > OLD_MS) await fs.promises.rm(folder, { recursive: true, force: true })
  }
}
