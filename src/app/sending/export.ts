import { saveFile } from '../../crud/import/download.ts'
import { zipOf } from '../../outbox/export.ts'
import { outbox } from '../../outbox/runtime.ts'

/** "Esporta" with a lane, "Esporta tutto" without: a ZIP that the office can import. Changes nothing. */
export async function saveExport(lane?: string): Promise<void> {
  const own = outbox()
  saveFile(await zipOf(await own.exportData(lane), own.bytesOf))
}
