import sharp from 'sharp'
import { renderSvg } from './typst.ts'

/**
 * The picture with words in white on a dark bar at its lower left, where and as large as a device writes them (src/ui/image.ts). A JPEG. The letters are
 * outlines that typst draws with a font it contains, as a server may have none installed.
 */
export async function stamped(picture: Buffer, words: string): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const size = Math.max(14, Math.round(Math.min(width, height) / 32))
  const bar = sharp(await renderSvg('stamp', { words, size })).resize({ width, height, fit: 'inside', withoutEnlargement: true })
  return sharp(picture)
    .composite([{ input: await bar.png().toBuffer(), gravity: 'southwest' }])
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
