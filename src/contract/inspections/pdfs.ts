import * as v from 'valibot'
import { get, resource } from '../kernel/endpoint.ts'
import { InspectionId } from './inspections.ts'

/** The verbali of a verifica as they were printed at each completion: the newest first, those before a reopening after it. */
export const InspectionPdf = v.object({
  id: v.number(),
  /** The `rev` it was printed with. */
  rev: v.number(),
  completed_at: v.string(),
  /** When a reopening took it out of force; null for the one in force. */
  superseded_at: v.nullable(v.string()),
  /** Bytes. */
  size: v.number(),
  sha256: v.string(),
})
export type InspectionPdf = v.InferOutput<typeof InspectionPdf>
const numbered = v.object({
  id: InspectionId,
  pdfId: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
})

export const inspectionPdfs = resource('inspection-pdfs', {
  list: get('/inspection/{id}/pdfs', {
    params: v.object({ id: InspectionId }),
    output: InspectionPdf,
    envelope: 'list',
    policy: 'insp.read',
  }),
  get: get('/inspection/{id}/pdfs/{pdfId}', { params: numbered, envelope: 'blob', policy: 'insp.read' }),
})
