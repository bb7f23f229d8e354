import sharp from 'sharp'
import { workQueue } from '../core/work-queue.ts'

/** More pixels than any phone takes: a larger picture is a decompression bomb. */
const MAX_PIXELS = 268_000_000
/** Decoding is limited for all documents together; the number of waiting documents is limited elsewhere. */
const decoding = workQueue(2, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)

/**
 * Converts a picture for a PDF: upright by its EXIF, which is then removed with place and owner, sRGB, within `edge` pixels.
 * @returns JPEG, or PNG if it has transparency (signatures); null if the bytes cannot be read as a picture
 */
export const pdfImage = (bytes: Buffer, edge = 1200): Promise<Buffer | null> => decoding('', () => made(bytes, edge))

async function made(bytes: Buffer, edge: number): Promise<Buffer | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { hasAlpha } = await picture.metadata()
    const upright = picture.rotate().resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
    return await (hasAlpha ? upright.png({ palette: true }) : upright.jpeg({ quality: 80 })).toBuffer()
  } catch {
    return null
  }
}
