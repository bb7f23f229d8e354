import { createRequire } from 'node:module'
import type { EncodeHintType as Hint } from '@zxing/library'
import sharp from 'sharp'

// Node and the bundlers take different files of this package: only this way is the same for all.
const {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  EncodeHintType,
  GlobalHistogramBinarizer,
  HybridBinarizer,
  QRCodeDecoderErrorCorrectionLevel,
  QRCodeReader,
  QRCodeWriter,
  RGBLuminanceSource,
} = createRequire(import.meta.url)('@zxing/library') as typeof import('@zxing/library')

/** Pixels of a module: at 70 mm on paper the edges stay sharp. */
const MODULE = 12

/** The modules of a QR code with the quiet zone round it; a fifth of it may be scratched off (level M to Q). */
function matrixOf(text: string) {
  const hints = new Map<Hint, unknown>([
    [EncodeHintType.ERROR_CORRECTION, QRCodeDecoderErrorCorrectionLevel.Q],
    [EncodeHintType.CHARACTER_SET, 'UTF-8'],
    [EncodeHintType.MARGIN, 4],
  ])
  return new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, 0, 0, hints as never)
}
/** A QR code of a text as an SVG, where thousands are set in one document. */
export function qrSvg(text: string): string {
  const matrix = matrixOf(text)
  const side = matrix.getWidth()
  let path = ''
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const start = x
      while (x < side && matrix.get(x, y)) x++
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${path}"/></svg>`
}
/** A QR code of a text as a PNG, dark on white. */
export async function qrPng(text: string): Promise<Buffer> {
  const matrix = matrixOf(text)
  const side = matrix.getWidth()
  const pixels = Buffer.alloc(side * side)
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) pixels[y * side + x] = matrix.get(x, y) ? 0 : 255
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize({ width: side * MODULE, kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}

/** Sides in pixels in which a picture is looked through: a code as large as the picture is found in the small, a code in a corner in the large. */
const SIDES = [300, 500, 1000]
/** The text of the QR code in a picture; undefined if none can be read. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  for (const side of SIDES) {
    const { data, info } = await sharp(picture)
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: side, height: side, fit: 'inside' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const source = new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height)
    for (const Binarizer of [HybridBinarizer, GlobalHistogramBinarizer])
      try {
        return new QRCodeReader().decode(new BinaryBitmap(new Binarizer(source)), new Map([[DecodeHintType.TRY_HARDER, true]])).getText()
      } catch {
        // The reader throws if it finds no code.
      }
  }
  return undefined
}
