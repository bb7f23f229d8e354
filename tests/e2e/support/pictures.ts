import fs from 'node:fs'
import sharp from 'sharp'

/** A picture as a camera would give it: grain, so that it does not shrink to nothing; `shade` tells one from another. */
export const photo = (shade = 90, width = 1280, height = 960) =>
  sharp({
    create: { width, height, channels: 3, background: { r: shade, g: 110, b: 130 }, noise: { type: 'gaussian', mean: 128, sigma: 24 } },
  })
    .jpeg({ quality: 85 })
    .toBuffer()

/**
 * A photo as a 12-megapixel phone held upright writes it: 4032 × 3024 px lying on its side, red on top once turned as EXIF orientation 6 says. Flat
 * colours are enough: the tests look at where they are.
 */
export const rotatedPhoto = () =>
  sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#2040c0' } })
    .composite([{ input: { create: { width: 2016, height: 3024, channels: 3, background: '#d02020' } }, left: 0, top: 0 }])
    .jpeg({ quality: 85 })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** The first bytes of an iPhone's HEIC and nothing a browser could read. */
export const heic = () =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(2_000)])
/** A whole one, as an iPhone writes it: 3200 × 2400 px, with time and place. */
export const iphone = () => fs.readFileSync('tests/fixtures/iphone.heic')
/** A file for an `<input type=file>`. */
export const asFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })
