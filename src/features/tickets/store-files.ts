import { notify } from '../../lib/notify.ts'
import { savingBegins } from '../../outbox/saving-files.ts'

/** Stores chosen files one after the other. What cannot be stored is said by name. */
export async function storeFiles(editor: { addFile(file: File): Promise<void> }, lane: string, chosen: readonly File[]): Promise<void> {
  const done = savingBegins(lane, chosen.length, 'file')
  for (const file of chosen) {
    await editor.addFile(file).catch((error: Error) => notify.error(`${file.name}: ${error.message}`))
    done()
  }
}
