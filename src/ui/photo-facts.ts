import { isMoment, isPlace } from '../contract/kernel/file-facts.ts'

export interface PhotoFacts {
  /** Time of capture by the camera's clock, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt?: string
  /** WGS 84 degrees. */
  gps?: { latitude: number; longitude: number }
}

const OPTIONS = {
  exif: { pick: ['DateTimeOriginal'] },
  gps: { pick: ['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'] },
  reviveValues: false,
}

/** Time and place in the Exif data of a JPEG or HEIC; an empty object if there is none, or it is broken. A fact that cannot be counts as none. */
export async function photoFacts(bytes: ArrayBuffer): Promise<PhotoFacts> {
  try {
    const { default: exifr } = await import('exifr/dist/lite.esm.mjs')
    const { DateTimeOriginal: taken, latitude, longitude } = (await exifr.parse(bytes, OPTIONS)) ?? {}
    const [, year, month, day, time] = (typeof taken === 'string' && /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(taken)) || []
    const takenAt = `${year}-${month}-${day}T${time}`
    return {
      ...(isMoment(takenAt) && { takenAt }),
      ...(isPlace(latitude, longitude) && { gps: { latitude, longitude } }),
    }
  } catch {
    return {} // A photo without time and place is still a photo.
  }
}
