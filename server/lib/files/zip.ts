import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '../core/root.ts'

const WORKER = path.join(root, 'server/lib/files/zip-worker.mjs')

/** Entries whose name matches: how large each may be unpacked, and whether it is wanted. The first kind that matches counts. */
export interface ZipKind {
  name: RegExp
  maxBytes: number
  wanted: boolean
}
export interface ZipEntry {
  name: string
  /** Undefined if it is larger than its kind allows. */
  bytes: Buffer | undefined
}
/** `foreign`: an entry of no kind; `bytes`: too much in all, or the compression rate of a bomb. */
export type ZipReason = 'entries' | 'bytes' | 'foreign' | 'damaged'
export class ZipRefused extends Error {
  readonly reason: ZipReason
  constructor(reason: ZipReason) {
    super(`ZIP refused: ${reason}`)
    this.reason = reason
  }
}

/**
 * The only place where archives are read. Entries come in the order of the file; its directory is not trusted. The archive is unpacked as a stream in a thread
 * of its own, with one entry in memory at a time and at most `maxBytes` in all. A truncated file ends with its last whole entry.
 * @throws ZipRefused
 */
export async function* readZip(
  place: string,
  limits: { maxEntries: number; maxBytes: number; kinds: readonly ZipKind[] },
): AsyncGenerator<ZipEntry> {
  const worker = new Worker(WORKER, { workerData: { path: place, ...limits } })
  try {
    for (;;) {
      worker.postMessage('next')
      const [told] = (await once(worker, 'message')) as [{ entry?: { name: string; bytes?: Uint8Array }; refused?: ZipReason }]
      if (told.refused) throw new ZipRefused(told.refused)
      if (!told.entry) return
      const { name, bytes } = told.entry
      yield { name, bytes: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
    }
  } finally {
    await worker.terminate()
  }
}
