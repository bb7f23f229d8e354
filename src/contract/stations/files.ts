import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { choice, date, optional } from '../kernel/fields.ts'

/** Categories of a station's documents. */
export const fileCategories = {
  autorizzazione: 'Autorizzazione',
  planimetria: 'Planimetria',
  cpi: 'Prevenzione incendi',
  contratto: 'Contratto',
  verbale: 'Verbale',
  foto: 'Foto',
  altro: 'Altro',
} as const
/** Form fields that apply to all files of an upload. */
export const fileFields = { category: v.optional(choice('Categoria', fileCategories), 'altro'), expiration: optional(date('Scadenza')) }
export const StationFile = v.object({
  ...StoredFile.entries,
  category: v.nullable(choice('Categoria', fileCategories)),
  /** `YYYY-MM-DD` */
  expiration: v.nullable(v.string()),
})
export type StationFile = v.InferOutput<typeof StationFile>

const { upload, removeFile } = attachments('/stations', { read: 'net.read', write: 'net.write' })
export const stationFiles = resource('station_files', {
  /** (+) Newest first. */
  list: get('/stations/{id}/files', { output: StationFile, envelope: 'list', policy: 'net.read', steady: true }),
  upload: { ...upload, body: v.object(fileFields), output: v.array(StationFile) },
  /** `id` is the file's id. */
  download: get('/stations/download/{id}', { envelope: 'blob', ok: 'Download effettuato.', policy: 'net.read' }),
  removeFile,
})
