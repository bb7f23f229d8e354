import { RESCUE } from '../../contract/kernel/rescue-format.ts'
import { offlineKindOf } from '../../outbox/kind.ts'
import type { Exported } from '../../outbox/read.ts'
import { isUnsent } from '../../outbox/rows.ts'

/** The content of an export, before anything is taken in. */
export interface RescuePreview {
  author: string
  /** ISO instant. */
  exported_at: string
  /** Titles of what was queued, and of what was still being written. */
  items: string[]
  drafts: string[]
  photos: number
}
const HEADER = 30

/**
 * Reads the first entry of a ZIP written by "Esporta": it lies uncompressed at the front (lib/zip.ts).
 * @returns undefined for any other file, which only the server can judge
 */
export async function previewRescue(zip: Blob): Promise<RescuePreview | undefined> {
  try {
    const head = new DataView(await zip.slice(0, HEADER).arrayBuffer())
    const [signature, method, size] = [head.getUint32(0, true), head.getUint16(8, true), head.getUint32(22, true)]
    const begin = HEADER + head.getUint16(26, true) + head.getUint16(28, true)
    if (signature !== 0x04034b50 || method !== 0 || size > RESCUE.maxJsonBytes) return undefined
    const file = JSON.parse(new TextDecoder().decode(await zip.slice(begin, begin + size).arrayBuffer())) as Exported & { format: string }
    if (file.format !== RESCUE.format) return undefined
    return {
      author: file.userName,
      exported_at: file.exportedAt,
      items: file.items.filter(isUnsent).map(({ label }) => label),
      drafts: file.drafts.flatMap(({ key, data }) => {
        const kind = offlineKindOf(key)
        return kind?.unqueuedOf(kind.read(data)) ?? []
      }),
      photos: file.photos.length,
    }
  } catch {
    return undefined
  }
}
