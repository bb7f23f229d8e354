import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'

/**
 * The thread that reads one HEIC: it takes seconds, and memory that it gives back only by ending. Plain JavaScript, so that it starts the same from
 * the sources as beside the bundle. libheif turns the picture upright itself.
 */
const { bytes, edge, maxPixels } = workerData
sharp.concurrency(1)

async function read() {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) return null
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) return 'large'
  const raw = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  if (!(await new Promise((done) => image.display(raw, done)))) return null
  const picture = sharp(raw.data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
parentPort.postMessage(await read().catch(() => null))
