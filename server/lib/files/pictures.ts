import sharp, { type Metadata } from 'sharp'
import { isPolyglot } from '../../../src/contract/kernel/file-kinds.ts'
import { Problem, problem } from '../core/problem.ts'
import { workQueue } from '../core/work-queue.ts'
import type { Upload } from './files.ts'
import { heicToJpeg } from './heic.ts'
import { stamped } from './stamp.ts'
import { stripGps } from './strip-gps.ts'
import { inspectUpload, kindOf } from './upload.ts'

/** Longer side of what is stored, in pixels. */
const EDGE = 2560
/** Past this a picture is a decompression bomb: a phone takes 200 megapixels, and the app sends the original where it cannot make it smaller. */
const MAX_PIXELS = 268_000_000

// Pictures are decoded side by side; one alone must not take every core.
sharp.concurrency(1)
/** Each takes up to hundreds of megabytes while it is decoded, so few at once; each that waits holds 20 MB. */
const decoding = workQueue(2, 20, 60)
const decodingHeic = workQueue(1, 20, 60)

export interface Fitted {
  upload: Upload
  /** False for one that nobody can decode: it is kept as it came. */
  readable: boolean
}

/**
 * What is stored of a picture. JPEG and PNG of at most 2560 px, upright and nothing else besides, byte for byte but for the place in their Exif;
 * anything else as a JPEG of that size. What cannot be decoded is kept: it may be all there is.
 * @param lane whose it is: many of one person do not hold up those of another
 * @param stamp words to write on it; not on what cannot be decoded
 * @throws 415 for what is no picture by its first bytes, or a decompression bomb; 413; 429 where too many wait
 */
export async function fitPicture(upload: Upload, lane: string, stamp?: string): Promise<Fitted> {
  const { name, mime } = kindOf(upload)
  if (!mime.startsWith('image/')) throw problem.badPicture()
  const heic = mime === 'image/heic'
  const marked = (picture: Buffer | null) => (picture && stamp ? stamped(picture, stamp) : picture)
  const made = await (heic
    ? decodingHeic(lane, () => heicToJpeg(upload.bytes, EDGE).then(marked))
    : decoding(lane, () => fitted(upload.bytes, isPolyglot(mime, upload.bytes)).then(marked)))
  if (!made) return { upload: { ...upload, bytes: stripGps(upload.bytes) }, readable: false }
  return { upload: made === upload.bytes ? upload : { name: nameOf(name, mime, made), bytes: made }, readable: true }
}
/** The extension says what it has become. */
const nameOf = (name: string, mime: string, bytes: Buffer) =>
  mime !== 'image/jpeg' && bytes[0] === 0xff ? name.replace(/\.\w+$/, '.jpg') : name

interface Widths {
  /** What it may be. */
  types: readonly string[]
  /** Pixels: as wide it must be, and as wide it is made, from the narrowest on. */
  min: number
  widths: readonly number[]
}
/**
 * A picture as JPEG, upright and nothing else besides, once for each of the widths; none is made larger than it is.
 * @param lane as of `fitPicture`
 * @throws 415 for any other type, what is something else besides, what cannot be decoded, a decompression bomb; 422 for one too narrow; 413; 429
 */
export async function inWidths(upload: Upload, lane: string, { types, min, widths }: Widths): Promise<Upload[]> {
  const { name, mime } = inspectUpload(upload)
  if (!types.includes(mime)) throw problem.badFile()
  const made = await decoding(lane, () => narrowed(upload.bytes, min, widths))
  return made.map((bytes) => ({ name: name.replace(/\.\w+$/, '.jpg'), bytes }))
}
async function narrowed(bytes: Buffer, min: number, widths: readonly number[]): Promise<Buffer[]> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  const made: Buffer[] = []
  try {
    const { width, height, orientation = 1 } = await sharp(bytes, options).metadata()
    // From the fifth on it lies on its side.
    const across = orientation > 4 ? height : width
    if (across < min) throw problem.unprocessable(`L'immagine deve essere larga almeno ${min} pixel: questa è di ${across}.`)
    const picture = sharp(bytes, options).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')
    for (const wide of widths)
      made.push(await picture.clone().resize({ width: wide, withoutEnlargement: true }).jpeg({ quality: 82 }).toBuffer())
  } catch (error) {
    throw error instanceof Problem ? error : problem.badPicture()
  }
  return made
}

const kept = ({ format, width, height, orientation = 1 }: Metadata) =>
  (format === 'jpeg' || format === 'png') && Math.max(width, height) <= EDGE && orientation === 1

async function fitted(bytes: Buffer, twofold: boolean): Promise<Buffer | null> {
  const options = { limitInputPixels: false, failOn: 'error' } as const
  const facts = await sharp(bytes, options)
    .metadata()
    .catch(() => null)
  if (!facts) return null
  if (facts.width * facts.height > MAX_PIXELS) throw problem.badPicture()
  try {
    if (kept(facts) && !twofold) {
      // Decoded whole, or a picture that is broken further down would be found out only when the verbale is printed.
      await sharp(bytes, options).raw().toBuffer()
      return stripGps(bytes)
    }
    return await sharp(bytes, { ...options, sequentialRead: true })
      .autoOrient()
      .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch {
    return null
  }
}
