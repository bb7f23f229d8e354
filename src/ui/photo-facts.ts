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

/** Time and place in the Exif data of a JPEG or HEIC; an empty object if there is none, or it is broken. */
export async function photoFacts(bytes: ArrayBuffer): Promise<PhotoFacts> {
  try {
    const { default: exifr } = await import('exifr/dist/lite.esm.mjs')
    const { DateTimeOriginal: taken, latitude, longitude } = (await exifr.parse(bytes, OPTIONS)) ?? {}
    const when = typeof taken === 'string' ? /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(taken) : null
    return {
      ...(when && { takenAt: `${when[1]}-${when[2]}-${when[3]}T${when[4]}` }),
      ...(Number.isFinite(latitude) && Number.isFinite(longitude) && { gps: { latitude, longitude } }),
    }
  } catch {
    return {} // A photo without time and place is still a photo.
  }
}
