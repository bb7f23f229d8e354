import SignaturePad from 'signature_pad'
import { centred, HEIGHT, type SignatureVector, toGroups } from './signature-vector.ts'

const WIDTH = 900

/** A canvas of the stored size, whatever the screen it was signed on: 900 × 360 px, black on transparent. */
function sheet(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = WIDTH * HEIGHT
  return canvas
}

const png = (canvas: HTMLCanvasElement) =>
  new Promise<ArrayBuffer>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob.arrayBuffer()) : reject(new Error('Impossibile creare la firma.'))), 'image/png'),
  )

export function drawnSignature(vector: SignatureVector): Promise<ArrayBuffer> {
  const canvas = sheet()
  const pad = new SignaturePad(canvas)
  pad.off()
  pad.fromData(toGroups(centred(vector), WIDTH))
  return png(canvas)
}

/** The name in slanted letters, as large as fits: for people who cannot draw. */
export function typedSignature(name: string): Promise<ArrayBuffer> {
  const canvas = sheet()
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('Impossibile creare la firma.'))
  const font = (size: number) => `italic ${size}px "Segoe Script", "Snell Roundhand", "Dancing Script", Georgia, serif`
  context.font = font(120)
  const size = Math.min(120, (120 * WIDTH * 0.9) / context.measureText(name).width)
  context.font = font(size)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, WIDTH / 2, (WIDTH * HEIGHT) / 2)
  return png(canvas)
}
