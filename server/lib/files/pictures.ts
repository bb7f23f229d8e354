import sharp, { type Metadata } from 'sharp'
import { isPolyglot } from '../../../src/contract/kernel/file-kinds.ts'
import { Problem, problem } from '../core/problem.ts'
import type { Upload } from './files.ts'
import { heavyWork, MAX_PIXELS } from './heavy-work.ts'
import { heicToJpeg } from './heic.ts'
import { stamped } from './stamp.ts'
import { stripGps } from './strip-gps.ts'
import { inspectUpload, kindOf } from './upload.ts'

/** Longer side of what is stored, in pixels. */
const EDGE = 2560

// Several pictures are decoded at a time, so one must not take every core.
sharp.concurrency(1)

export interface Fitted {
  upload: Upload
  /** False for a picture that cannot be decoded, which is stored as it came. */
  readable: boolean
}

/**
 * Prepares a picture for storage. Upright JPEG and PNG of at most 2560 px stay byte for byte, except for the GPS position; anything else becomes a JPEG of
 * that size. A picture that cannot be decoded is kept, because it may be the only proof.
 * @param lane the person: many pictures of one do not hold up those of another
 * @param stamp words to write on it, if it can be decoded
 * @throws 415 if it is no picture by its first bytes, 413 if it is too large or has too many pixels; 429 if too many wait
 */
export async function fitPicture(upload: Upload, lane: string, stamp?: string): Promise<Fitted> {
  const { name, mime } = kindOf(upload)
  if (!mime.startsWith('image/')) throw problem.badPicture()
  const heic = mime === 'image/heic'
  const made = await heavyWork(lane, async () => {
    const picture = await (heic ? heicToJpeg(upload.bytes, EDGE) : fitted(upload.bytes, isPolyglot(mime, upload.bytes)))
    return picture && stamp ? stamped(picture, stamp) : picture
  })
  if (!made) return { upload: { ...upload, bytes: stripGps(upload.bytes) }, readable: false }
  return { upload: made === upload.bytes ? upload : { name: nameOf(name, mime, made), bytes: made }, readable: true }
}
/** The extension follows the new format. */
const nameOf = (name: string, mime: string, bytes: Buffer) =>
  mime !== 'image/jpeg' && bytes[0] === 0xff ? name.replace(/\.\w+$/, '.jpg') : name

interface Widths {
  /** Accepted MIME types. */
  types: readonly string[]
  /** Pixels: the least width of the original, and the widths to make. */
  min: number
  widths: readonly number[]
}
/**
 * A picture as upright JPEG without metadata, once for each width; none is enlarged.
 * @param lane as in `fitPicture`
 * @throws 415 for another type, a file of two types, one that cannot be decoded; 422 if it is too narrow; 413, also for too many pixels; 429
 */
export async function inWidths(upload: Upload, lane: string, { types, min, widths }: Widths): Promise<Upload[]> {
  const { name, mime } = inspectUpload(upload)
  if (!types.includes(mime)) throw problem.badFile()
  const made = await heavyWork(lane, () => narrowed(upload.bytes, min, widths))
  return made.map((bytes) => ({ name: name.replace(/\.\w+$/, '.jpg'), bytes }))
}
async function narrowed(bytes: Buffer, min: number, widths: readonly number[]): Promise<Buffer[]> {
  const options = { limitInputPixels: false, failOn: 'error' } as const
  const made: Buffer[] = []
  try {
    const { width, height, orientation = 1 } = await sharp(bytes, options).metadata()
    if (width * height > MAX_PIXELS) throw problem.bigPicture()
    // EXIF orientations from 5 on are rotated by 90 degrees.
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
  if (facts.width * facts.height > MAX_PIXELS) throw problem.bigPicture()
  try {
    if (kept(facts) && !twofold) {
      // Decoded completely, or a picture that is broken further down would only be noticed when the report is printed.
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
