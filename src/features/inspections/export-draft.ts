import { session } from '../../lib/session.ts'
import { zipOf } from '../../outbox/export.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Exported } from '../../outbox/read.ts'
import type { Json, NewPhoto } from '../../outbox/types.ts'
import { inspectionKey, type LocalInspection } from './local-inspection.ts'

/**
 * A verifica that the device cannot store, as the ZIP that the office imports: its text and newest pictures from memory, the rest from the device as
 * far as that still reads.
 */
export async function exportDraft(local: LocalInspection, own: Outbox, fresh: ReadonlyMap<string, NewPhoto>): Promise<File> {
  const key = inspectionKey(local.client_uuid)
  const { id: user, name: userName } = session.get().user!
  const now = new Date()
  const stamp = { user, schema: 1 }
  const unread: Exported = { ...stamp, exportedAt: now.toISOString(), userName, items: [], drafts: [], photos: [], refs: [] }
  const rows = await own.exportData(key).catch(() => unread)
  const photos = [...fresh.values()].map(({ hash, bytes, type, meta }) => {
    const { uuid: id } = (meta ?? { uuid: hash }) as { uuid: string }
    return { user, hash, id, size: bytes.byteLength, type, meta, acked: false, attempts: 0 }
  })
  const draft = {
    ...{ ...stamp, key, data: local as unknown as Json, revision: 0, writer: crypto.randomUUID(), savedAt: now.getTime() },
    photos: Object.values(local.files).map(({ hash }) => hash),
  }
  const all = { ...rows, drafts: [draft], photos: [...rows.photos.filter(({ hash }) => !fresh.has(hash)), ...photos] }
  return zipOf(all, async (hash) => fresh.get(hash)?.bytes ?? own.bytesOf(hash).catch(() => undefined))
}
