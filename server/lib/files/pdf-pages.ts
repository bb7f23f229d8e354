import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '../core/root.ts'
import { heavyWork } from './heavy-work.ts'

const WORKER = path.join(root, 'server/lib/files/pdf-worker.mjs')
/** A document that takes longer was made to. */
const TIMEOUT_MS = 60_000
const MEMORY_MB = 512

/** `pages`: more pages than are read; `slow`: it took too long or too much memory. */
export type PdfReason = 'password' | 'script' | 'damaged' | 'pages' | 'slow'
export class PdfRefused extends Error {
  readonly reason: PdfReason
  constructor(reason: PdfReason) {
    super(`PDF refused: ${reason}`)
    this.reason = reason
  }
}
export interface PdfReader {
  /** The text of each page. The bytes are handed over to the thread. @throws PdfRefused */
  open(bytes: Buffer): Promise<string[]>
  /** Pages of the open document, counted from 0, both included, as a PDF of their own. @throws PdfRefused */
  cut(from: number, to: number): Promise<Buffer>
  close(): Promise<void>
}

/** The only place where PDFs of others are read: in a thread of its own, one document at a time, within limits of time and memory. Scripts in them are not run. */
export function pdfReader(): PdfReader {
  let worker: Worker | undefined
  const ask = (message: { bytes?: Uint8Array; range?: [number, number] }) => heavyWork('pdf', () => asked(message), true)
  async function asked(message: { bytes?: Uint8Array; range?: [number, number] }) {
    worker ??= new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    const current = worker
    try {
      current.postMessage(message)
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const [told] = (await once(current, 'message', { signal })) as [{ pages?: string[]; cut?: Uint8Array; refused?: PdfReason }]
      if (told.refused) throw new PdfRefused(told.refused)
      return told
    } catch (error) {
      if (error instanceof PdfRefused) throw error
      worker = undefined
      await current.terminate()
      throw new PdfRefused('slow')
    }
  }
  return {
    open: async (bytes) => (await ask({ bytes: new Uint8Array(bytes) })).pages!,
    cut: async (from, to) => Buffer.from((await ask({ range: [from, to] })).cut!),
    close: async () => void (await worker?.terminate()),
  }
}
