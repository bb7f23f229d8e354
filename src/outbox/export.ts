import { RESCUE } from '../contract/kernel/rescue-format.ts'
import { time, today } from '../lib/format.ts'
import { sha256 } from '../lib/sha256.ts'
import { storedZip, type ZipEntry } from '../lib/zip.ts'
import type { Exported } from './read.ts'

/**
 * The ZIP of everything unsent, for the office to import. `read` gives the bytes of a photo; a photo that is no longer on the device is
 * left out.
 */
export async function zipOf(exported: Exported, read: (hash: string) => Promise<ArrayBuffer | undefined>): Promise<File> {
  // Photos without `meta` (thumbnails) have no place on the server and never leave the device.
  const rows = { ...exported, photos: exported.photos.filter(({ meta }) => meta !== null) }
  const json = new TextEncoder().encode(JSON.stringify({ format: RESCUE.format, version: RESCUE.version, ...rows }, null, 1))
  const named = rows.photos.map(({ hash, meta }) => {
    const { extension = 'bin' } = meta as { extension?: string }
    return { hash, name: `photos/${hash}.${extension}` }
  })
  const sums = [`${await sha256(json.buffer)}  ${RESCUE.json}`, ...named.map(({ hash, name }) => `${hash}  ${name}`)]
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: RESCUE.json, bytes: json }
    yield { name: RESCUE.sums, bytes: new TextEncoder().encode(`${sums.join('\n')}\n`) }
    for (const { hash, name } of named) {
      const bytes = await read(hash)
      if (bytes) yield { name, bytes: new Uint8Array(bytes) }
    }
  }
  const { exportedAt: at } = rows
  const name = `piazzale-invii-${`${today(Date.parse(at))}${time(at)}`.replace(/\D/g, '')}.zip`
  return new File([await storedZip(entries())], name, { type: 'application/zip' })
}
