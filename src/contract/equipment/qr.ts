import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { del, get, list, post, resource } from '../kernel/endpoint.ts'
import { optional, text, webAddress } from '../kernel/fields.ts'
import { anyId } from '../kernel/filters.ts'
import { Hit, searchKinds } from '../kernel/search.ts'

/** "QR Impianti": one code a station (doc 1 §3 and §7; domain.md 1.2), and what is read by the camera. */
export const QR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const MAX_QR_BYTES = 5 * 1024 * 1024
/** More codes on paper are refused: a hundred sheets are cut nobody's life long. */
export const MOST_CODES = 400
const StationRef = v.object({ id: v.number(), code: v.string(), name: v.string(), city: v.string(), province: v.string() })
const QrCode = v.object({
  id: v.number(),
  rev: v.number(),
  name: v.string(),
  /** What the picture says; null where it holds no code that can be read. */
  url: v.nullable(v.string()),
  station: StationRef,
  created_at: v.string(),
  /** Whether the caller may take it away. */
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
  /** Those that have none yet and may be given one. */
  available: get('/station/qr/available-stations', {
    query: v.object({ value: search, search, query }),
    output: StationRef,
    envelope: 'list',
    policy: 'net.write',
  }),
  /** With a picture, or without one: then the code is made of `url`, or of the address of the station's page. */
  create: post('/stations/qr/{station}', {
    files: true,
    maxFileBytes: MAX_QR_BYTES,
    body: v.object({ name: text('Nome', { max: 120 }), url: optional(webAddress('Indirizzo fatturazione')) }),
    output: QrCode,
    ok: 'QR Inserito',
    policy: 'net.write',
  }),
  remove: del('/stations/qr/{station}', { ok: 'QR eliminato', policy: 'net.write' }),
  /** (+) The picture itself. */
  picture: get('/stations/qr/{station}/image', { envelope: 'blob', policy: 'net.read' }),
  /** (+) To be cut and stuck: A6, four to an A4. The QR of the stations, or the codes of their pages and of each piece that stands there. */
  sheet: get('/stations/qr/sheet', {
    query: v.object({ of: v.picklist(['stations', 'equipment']), station_id: anyId, search }),
    envelope: 'blob',
    policy: 'net.read',
  }),
  /** (+) What a code that was read or typed names, within the caller's reach: a code of ours, a station's code, its QR, the serial on a plate. */
  read: get('/stations/qr/read', {
    query: v.object({ code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)) }),
    output: v.object({ kind: v.picklist(Object.keys(searchKinds) as [keyof typeof searchKinds]), ...Hit.entries }),
    envelope: 'list',
    policy: 'net.field',
  }),
})
