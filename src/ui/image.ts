import { heicSize } from './heic.ts'
import { type ImageKind, imageKind } from './image-kind.ts'
import { type PhotoFacts, photoFacts } from './photo-facts.ts'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_SIDE = 2560
const QUALITY = 0.8
const THUMBNAIL_SIDE = 320

const TOO_LARGE = 'Il file supera la dimensione massima di 20 MB.'
const SENT_AS_IS = new Set<ImageKind>(['image/jpeg', 'image/png', 'image/webp'])
/** The most the server decodes, for a picture sent as it came. */
const MAX_MEGAPIXELS = 50
const MAX_PIXELS = MAX_MEGAPIXELS * 1024 * 1024

const TOO_MANY = `La foto è troppo grande: al massimo ${MAX_MEGAPIXELS} megapixel.`
const NO_PICTURE = "Il file non è un'immagine leggibile."

export interface PreparedImage extends PhotoFacts {
  /** Bytes rather than a Blob: some browsers lose Blobs stored in IndexedDB. */
  bytes: ArrayBuffer
  mime: ImageKind
  /** Pixels, upright. */
  width: number
  height: number
  /** JPEG, 320 px on its longer side; the picture itself if no smaller one could be made; absent if it cannot be shown here. */
  thumbnail?: ArrayBuffer
  /** Text the server still has to write into the picture, which is kept as it came. */
  stamp?: string
}

/** Text to write into the picture: the moment it was taken (else `now`) and the code of the station. */
export interface Stamp {
  now: Date
  stationCode: string
}

/**
 * Prepares a photo to be stored and sent: upright, at most 2560 px, JPEG. Time and place are read first, since the new JPEG does not
 * contain them. If the result is empty or cannot be decoded (iOS gives black pictures when memory is short), the original is kept; so is a
 * HEIC this browser cannot read, because the server can.
 * @throws Error with one of the messages above, which are for the person
 */
export async function prepareImage(file: Blob, stamp?: Stamp): Promise<PreparedImage> {
  if (file.size > MAX_BYTES) throw new Error(TOO_LARGE)
  const original = await file.arrayBuffer()
  const kind = imageKind(new Uint8Array(original, 0, Math.min(16, original.byteLength)))
  if (!kind) throw new Error(NO_PICTURE)
  const picture = await decode(new Blob([original], { type: kind })).catch(() => {
    if (kind !== 'image/heic') throw new Error(NO_PICTURE)
  })
  /** The stamp, for a picture kept as it came. */
  const due = ({ takenAt }: PhotoFacts) => stamp && { stamp: written(takenAt, stamp) }
  const asHeic = async () => {
    const whole = await wholeHeic(original)
    return { ...whole, ...due(whole) }
  }
  if (!picture) return asHeic()
  try {
    const facts = await photoFacts(original) // Only for a picture that could be decoded: the reader never ends on some broken HEIC.
    const small = await shrink(picture, stamp && written(facts.takenAt, stamp)).catch(() => null)
    if (small?.good) return { ...facts, ...small.picture, mime: 'image/jpeg' }
    // Only what the server accepts is kept as it came, so that nothing is refused after it was called saved.
    if (kind === 'image/heic') return { ...(await asHeic()), ...(small && { thumbnail: small.picture.thumbnail }) }
    if (!SENT_AS_IS.has(kind)) throw new Error(NO_PICTURE)
    if (picture.width * picture.height > MAX_PIXELS) throw new Error(TOO_MANY)
    const thumbnail = small?.picture.thumbnail ?? original
    return { ...facts, width: picture.width, height: picture.height, bytes: original, mime: kind, thumbnail, ...due(facts) }
  } finally {
    picture.close()
  }
}

/** A HEIC as it came. Time and place are read only once its boxes are known to be whole. */
async function wholeHeic(bytes: ArrayBuffer): Promise<PreparedImage> {
  const size = heicSize(bytes)
  if (!size) throw new Error(NO_PICTURE)
  if (size.width * size.height > MAX_PIXELS) throw new Error(TOO_MANY)
  return { ...(await photoFacts(bytes)), ...size, bytes, mime: 'image/heic' }
}

async function shrink(picture: Decoded, stamp: string | undefined) {
  const canvas = draw(picture, MAX_SIDE)
  const size = { width: canvas.width, height: canvas.height }
  const blank = isBlank(canvas)
  if (stamp) write(canvas, stamp)
  const bytes = await encode(canvas, QUALITY)
  const thumbnail = await encode(draw(picture, THUMBNAIL_SIDE), 0.7)
  return { picture: { ...size, bytes, thumbnail }, good: !blank && (await decodesTo(bytes, size)) }
}

interface Decoded {
  source: CanvasImageSource
  width: number
  height: number
  close: () => void
}

async function decode(blob: Blob): Promise<Decoded> {
  try {
    const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = whole
    const bitmap = await smaller(blob, whole)
    return { source: bitmap, width, height, close: () => bitmap.close() }
  } catch {
    // Safari shows HEIC in a page although createImageBitmap cannot read it.
    const url = URL.createObjectURL(blob)
    const image = new Image()
    image.src = url
    const close = () => URL.revokeObjectURL(url)
    await image.decode().catch((error) => {
      close()
      throw error
    })
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close }
  }
}

/**
 * Decodes again at the final size: browsers do that off the main thread, while shrinking on a canvas would block the page for 100 ms and
 * more.
 */
async function smaller(blob: Blob, whole: ImageBitmap): Promise<ImageBitmap> {
  const scale = MAX_SIDE / Math.max(whole.width, whole.height)
  if (scale >= 1) return whole
  try {
    const size = { resizeWidth: Math.round(whole.width * scale), resizeHeight: Math.round(whole.height * scale) }
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image', resizeQuality: 'high', ...size })
    whole.close()
    return bitmap
  } catch {
    return whole
  }
}

function draw(picture: Decoded, maxSide: number): OffscreenCanvas {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))
  const context = context2d(canvas)
  context.fillStyle = '#fff' // JPEG has no transparency: without a white background transparent parts would become black.
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture.source, 0, 0, canvas.width, canvas.height)
  return canvas
}

function context2d(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error(NO_PICTURE)
  return context
}

/** Whether all pixels are black or all white, as a decoder gives when it runs out of memory. */
function isBlank(canvas: OffscreenCanvas): boolean {
  const sample = new OffscreenCanvas(32, 32)
  const context = context2d(sample)
  context.drawImage(canvas, 0, 0, 32, 32)
  const colours = context.getImageData(0, 0, 32, 32).data.filter((_, at) => at % 4 !== 3)
  return colours.every((value) => value < 4) || colours.every((value) => value === 255)
}

const encode = async (canvas: OffscreenCanvas, quality: number) =>
  (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer()

async function decodesTo(bytes: ArrayBuffer, size: { width: number; height: number }): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const same = bitmap.width === size.width && bitmap.height === size.height
    bitmap.close()
    return same
  } catch {
    return false
  }
}

function written(takenAt: string | undefined, { now, stationCode }: Stamp): string {
  const at = takenAt ? new Date(takenAt) : now
  const when = at.toLocaleString('it-IT', { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' })
  return `${when.replace(',', '')} · ${stationCode}`
}

function write(canvas: OffscreenCanvas, text: string) {
  const context = context2d(canvas)
  const size = Math.max(14, Math.round(Math.min(canvas.width, canvas.height) / 32))
  context.font = `600 ${size}px system-ui, sans-serif`
  const width = Math.min(canvas.width, context.measureText(text).width + size)
  context.fillStyle = 'rgb(0 0 0 / 0.65)'
  context.fillRect(0, canvas.height - size * 1.8, width, size * 1.8)
  context.fillStyle = '#fff'
  context.textBaseline = 'middle'
  context.fillText(text, size / 2, canvas.height - size * 0.9, canvas.width - size)
}
