import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { problem } from '../core/problem.ts'
import { root } from '../core/root.ts'
import { MAX_PIXELS } from './heavy-work.ts'

const WORKER = path.join(root, 'server/lib/files/heic-worker.mjs')
const TIMEOUT_MS = 60_000

/** Converts a HEIC in a thread of its own to an upright JPEG of at most `edge` pixels; null if it cannot be read. @throws 413 for too many pixels */
export function heicToJpeg(bytes: Buffer, edge: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    // The decoder's messages about broken pictures are ignored; the result says enough.
    const worker = new Worker(WORKER, { workerData: { bytes, edge, maxPixels: MAX_PIXELS }, stdout: true, stderr: true })
    const end = (jpeg: Buffer | null) => {
      clearTimeout(timer)
      resolve(jpeg)
      void worker.terminate()
    }
    const timer = setTimeout(end, TIMEOUT_MS, null)
    worker.on('message', (jpeg: Uint8Array | 'large' | null) => {
      if (jpeg === 'large') reject(problem.bigPicture())
      end(jpeg && Buffer.from(jpeg))
    })
    // A decoder that is missing is our fault, and not a broken picture.
    worker.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ERR_MODULE_NOT_FOUND' ? reject(error) : end(null)))
    worker.on('exit', () => end(null))
  })
}
