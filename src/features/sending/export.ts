import { RESCUE } from '../../contract/rescue.ts'
import { saveFile } from '../../crud/download.ts'
import { sha256 } from '../../lib/sha256.ts'
import type { Exported } from '../../outbox/read.ts'
import { outbox } from '../../outbox/runtime.ts'

/** The ZIP of what is unsent (contract/rescue.ts): pictures as they are, the rest compressed. */
export async function zipOf({ files, ...rows }: Exported): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate')
  const extensions = new Map(rows.photos.map(({ hash, meta }) => [hash, (meta as { extension?: string } | null)?.extension ?? 'bin']))
  const json = strToU8(JSON.stringify({ format: RESCUE.format, version: RESCUE.version, ...rows }, null, 1))
  const entries: Record<string, Uint8Array> = { [RESCUE.json]: json }
  for (const { name, bytes } of files) entries[`photos/${name}.${extensions.get(name)}`] = new Uint8Array(bytes)
  const sums: string[] = []
  for (const [name, bytes] of Object.entries(entries)) sums.push(`${await sha256(bytes.slice().buffer)}  ${name}\n`)
  return zipSync({ ...stored(entries), [RESCUE.json]: json, [RESCUE.sums]: strToU8(sums.join('')) }) as Uint8Array<ArrayBuffer>
}
/** Pictures are compressed already. */
const stored = (entries: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, [bytes, { level: 0 }] as [Uint8Array, { level: 0 }]]))

/** "Esporta" of one thing, "Esporta tutto" without `only`: a ZIP that the office can import. Changes nothing. */
export async function saveExport(only?: string): Promise<void> {
  const exported = await outbox().exportData(only)
  const day = exported.exportedAt.slice(0, 10)
  saveFile(new Blob([await zipOf(exported)], { type: 'application/zip' }), `piazzale-invii-${day}${only ? `-${only.slice(0, 8)}` : ''}.zip`)
}
