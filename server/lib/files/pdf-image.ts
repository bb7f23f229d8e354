import sharp from 'sharp'
import { heavyWork, MAX_PIXELS } from './heavy-work.ts'

/**
 * Converts a picture for a PDF; how many documents wait is limited elsewhere: upright by its EXIF, which is then removed with place and owner, sRGB, within `edge` pixels.
 * @returns JPEG, or PNG if it has transparency (signatures); null if the bytes cannot be read as a picture
 */
export const pdfImage = (bytes: Buffer, edge = 1200): Promise<Buffer | null> => heavyWork('pdf', () => made(bytes, edge), true)

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
