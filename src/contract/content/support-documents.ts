import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, resource } from '../kernel/endpoint.ts'
import { choice, date, optional, reference } from '../kernel/fields.ts'
import { anyId, listParam } from '../kernel/filters.ts'

/** What a file for drivers is. */
export const driverFileCategories = {
  scheda_scarico: 'Scheda scarico',
  planimetria: 'Planimetria',
  adr: 'ADR/sicurezza',
  procedura: 'Procedura',
  modulo: 'Modulo',
  altro: 'Altro',
} as const
type Category = keyof typeof driverFileCategories

export const SupportDocument = v.object({
  id: v.number(),
  rev: v.number(),
  name: v.string(),
  originalName: v.string(),
  extension: v.string(),
  mime: v.string(),
  /** Bytes. */
  size: v.number(),
  category: choice('Categoria', driverFileCategories),
  /** `YYYY-MM-DD` */
  valid_to: v.nullable(v.string()),
  station: v.nullable(
    v.object({
      ...{ id: v.number(), code: v.string(), name: v.string(), address: v.string(), cap: v.string(), city: v.string() },
      ...{ latitude: v.nullable(v.number()), longitude: v.nullable(v.number()) },
    }),
  ),
  /** Recent, and not opened yet by the caller. */
  fresh: v.boolean(),
  created_at: v.string(),
})
export type SupportDocument = v.InferOutput<typeof SupportDocument>

export const supportDocuments = resource('support-documents', {
  list: list('/support/document', {
    query: v.object({
      ...listQuery,
      station_id: anyId,
      category: listParam(v.picklist(Object.keys(driverFileCategories) as [Category, ...Category[]])),
    }),
    output: SupportDocument,
    policy: 'driver.read',
    order: 'station',
    kept: { place: 'page' },
  }),
  /** The fields are of all files of the upload; without a station they are for every driver. */
  upload: post('/support/document/upload', {
    files: true,
    body: v.object({
      station_id: optional(reference('Punto vendita')),
      category: v.optional(choice('Categoria', driverFileCategories), 'altro'),
      valid_to: optional(date('Valido fino al')),
    }),
    output: v.array(SupportDocument),
    ok: 'File caricato',
    policy: 'driver.write',
  }),
  file: get('/support/document/{id}', { envelope: 'blob', policy: 'driver.read', kept: { place: 'field' } }),
  remove: del('/support/document/{id}', { ok: 'File eliminato', policy: 'driver.write' }),
})
