import sharp from 'sharp'
import { workQueue } from '../core/work-queue.ts'

/** More pixels than any phone takes: past this a picture is a decompression bomb. */
const MAX_PIXELS = 268_000_000
/** Of all documents together; whoever waits for one waits for its pictures too. */
const decoding = workQueue(2, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)

/**
 * A picture made fit for a PDF: upright by its EXIF (then without it, so that no place or owner is printed along), sRGB, within `edge` pixels.
 * @returns JPEG, or PNG where there is transparency (signatures); null where the bytes are no picture we can read
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
