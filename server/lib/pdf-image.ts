import sharp from 'sharp'

/** More pixels than any phone takes: past this a picture is a decompression bomb. */
const MAX_PIXELS = 268_000_000

/**
 * A picture made fit for a PDF: upright by its EXIF (then without it, so that no place or owner is printed along), sRGB, within `edge` pixels.
 * @returns JPEG, or PNG where there is transparency (signatures); null where the bytes are no picture we can read
 */
export async function pdfImage(bytes: Buffer, edge = 1200): Promise<Buffer | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { hasAlpha } = await picture.metadata()
    const upright = picture.rotate().resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
    return await (hasAlpha ? upright.png({ palette: true }) : upright.jpeg({ quality: 80 })).toBuffer()
  } catch {
    return null
  }
}
