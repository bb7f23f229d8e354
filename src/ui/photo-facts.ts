export interface PhotoFacts {
  /** When the camera says it was taken, `YYYY-MM-DDTHH:MM:SS` in the camera's own time. */
  takenAt?: string
  /** WGS 84 degrees. */
  gps?: { latitude: number; longitude: number }
}

const OPTIONS = {
  exif: { pick: ['DateTimeOriginal'] },
  gps: { pick: ['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'] },
  reviveValues: false,
}

/** Time and place that a JPEG or HEIC carries (Exif 2.32); an empty object when it carries none, or broken ones. */
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
