import * as v from 'valibot'
import { del, get, post, resource } from '../kernel/endpoint.ts'

/** The one picture that a station is shown by (doc 0 §7 and §8; domain.md 1.2). */
export const MAX_COVER_BYTES = 10 * 1024 * 1024
/** A narrower one is refused, in pixels. */
export const MIN_COVER_WIDTH = 640
/** As wide it is kept, in pixels; one that is narrower is not made larger. */
export const COVER_WIDTHS = [320, 960, 1600] as const
export const COVER_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const NO_COVER = 'Immagine non selezionata'

const place = '/stations/station-image/{stationId}'
export const CoverImage = v.object({
  station_id: v.number(),
  /** What the file was called. */
  name: v.string(),
  created_at: v.string(),
})

export const coverImages = resource('cover-images', {
  get: get(place, { output: v.nullable(CoverImage), policy: 'net.field', steady: true }),
  upload: post(place, { files: true, maxFileBytes: MAX_COVER_BYTES, output: CoverImage, ok: 'Cover caricata', policy: 'net.write' }),
  /** Its text is that of the documents (doc 0 §8). */
  remove: del(place, { ok: 'Immagine inserita', policy: 'net.write' }),
  /** (+) Its bytes in one of the widths it is kept in. */
  picture: get('/stations/station-image/{stationId}/{width}', { envelope: 'blob', policy: 'net.field' }),
})
