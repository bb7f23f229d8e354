import { outbox } from '../../outbox/runtime.ts'

const base64 = async (bytes: ArrayBuffer, type: string) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(new Blob([bytes], { type }))
  })

/** Saves one unsent thing, photos included, as a file of the device: text that anybody can open. */
export async function saveExport(id: string) {
  const { files, ...rest } = await outbox.exportData(id)
  const pictures = await Promise.all(files.map(async ({ name, type, bytes }) => ({ name, type, data: await base64(bytes, type) })))
  const url = URL.createObjectURL(new Blob([JSON.stringify({ ...rest, files: pictures }, null, 1)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: `piazzale-invio-${id}.json` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
