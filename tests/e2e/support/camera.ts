import fs from 'node:fs'
import { createRequire } from 'node:module'
import type sharp from 'sharp'

const { BarcodeFormat, QRCodeWriter } = createRequire(import.meta.url)('@zxing/library') as typeof import('@zxing/library')

const [WIDTH, HEIGHT] = [640, 480]
/** A film of a QR code on white, for Chromium to show as its camera (Y4M). */
export function filmOf(text: string, file: string) {
  const code = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, HEIGHT, HEIGHT, new Map())
  const light = Buffer.alloc(WIDTH * HEIGHT, 235)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < HEIGHT; x++) if (code.get(x, y)) light[y * WIDTH + x + (WIDTH - HEIGHT) / 2] = 16
  film(light, file)
}
/** The same of a picture, such as a printed page. */
export async function filmOfPicture(picture: sharp.Sharp, file: string) {
  film(await picture.resize(WIDTH, HEIGHT, { fit: 'contain', background: '#fff' }).flatten().greyscale().raw().toBuffer(), file)
}
function film(light: Buffer, file: string) {
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  fs.writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame, frame]))
}
