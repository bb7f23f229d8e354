import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, resource } from '../kernel/endpoint.ts'
import { optional, text, webAddress } from '../kernel/fields.ts'
import { anyId } from '../kernel/filters.ts'
import { Hit, searchKinds } from '../kernel/search.ts'

/** File types of an uploaded QR code. "QR Impianti" are one QR code per station; label codes mark stations and equipment. */
export const QR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const MAX_QR_BYTES = 5 * 1024 * 1024
/** Maximum labels in one PDF: a hundred sheets to cut. */
export const MAX_CODES = 400
const StationRef = v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string(), province: v.string() })
const QrCode = v.object({
  id: v.number(),
  rev: v.number(),
  name: v.string(),
  /** Content of the QR code; null if the picture has no readable code. */
  url: v.nullable(v.string()),
  station: StationRef,
  created_at: v.string(),
  /** True if the caller may delete it. */
  writable: v.boolean(),
})
const { search, query } = listQuery
export const qr = resource('qr', {
  list: list('/stations/qr', {
    query: v.object({ ...listQuery, station_id: anyId }),
    output: QrCode,
    policy: 'net.read',
    order: 'station',
  }),
  /** Stations without a QR code that the caller may write. */
  available: get('/station/qr/available-stations', {
    query: v.object({ value: search, search, query }),
    output: StationRef,
    envelope: 'list',
    policy: 'net.write',
  }),
  /** With a picture, or without: then the code is made from `url`, or from the address of the station's page. */
  create: post('/stations/qr/{station}', {
    files: true,
    maxFileBytes: MAX_QR_BYTES,
    body: v.object({ name: text('Nome', { max: 120 }), url: optional(webAddress('Indirizzo fatturazione')) }),
    output: QrCode,
    ok: 'QR Inserito',
    policy: 'net.write',
  }),
  remove: del('/stations/qr/{station}', { ok: 'QR eliminato', policy: 'net.write' }),
  /** (+) The picture. */
  picture: get('/stations/qr/{station}/image', { envelope: 'blob', policy: 'net.read' }),
  /** (+) Labels to cut and stick on, A6, four per A4: the QR codes of stations, or the label codes of stations and their equipment. */
  sheet: get('/stations/qr/sheet', {
    query: v.object({ of: v.picklist(['stations', 'equipment']), station_id: anyId, search }),
    envelope: 'blob',
    policy: 'net.read',
  }),
  /** (+) Records for a scanned or typed code, within the caller's scope: a label code, a station's code or QR content, or a serial number. */
  read: get('/stations/qr/read', {
    query: v.object({ code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)) }),
    output: v.object({ kind: v.picklist(Object.keys(searchKinds) as [keyof typeof searchKinds]), ...Hit.entries }),
    envelope: 'list',
    policy: 'net.field',
  }),
})
