import * as v from 'valibot'
import { del, get, post, resource } from '../kernel/endpoint.ts'

/** The cover is the one picture that represents a station. */
export const MAX_COVER_BYTES = 10 * 1024 * 1024
/** Minimum width in pixels. */
export const MIN_COVER_WIDTH = 640
/** Widths in pixels in which the cover is stored. A narrower picture is not enlarged. */
export const COVER_WIDTHS = [320, 960, 1600] as const
export const COVER_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const NO_COVER = 'Immagine non selezionata'

const place = '/stations/station-image/{stationId}'
export const CoverImage = v.object({
  station_id: v.number(),
  /** Name of the uploaded file. */
  name: v.string(),
  created_at: v.string(),
})

export const coverImages = resource('cover-images', {
  get: get(place, { output: v.nullable(CoverImage), policy: 'net.field', steady: true }),
  upload: post(place, { files: true, maxFileBytes: MAX_COVER_BYTES, output: CoverImage, ok: 'Cover caricata', policy: 'net.write' }),
  /** The success message is the specified one, although it says "inserted". */
  remove: del(place, { ok: 'Immagine inserita', policy: 'net.write' }),
  /** (+) The picture in one of `COVER_WIDTHS`. */
  picture: get('/stations/station-image/{stationId}/{width}', { envelope: 'blob', policy: 'net.field' }),
})
