import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '../core/root.ts'
import { heavyWork } from './heavy-work.ts'

/** Accessible PDFs (PDF/UA-1, tagged) from the templates in `server/templates`, set in a thread of their own. */
const FOLDER = path.join(root, 'server/templates')
const WORKER = path.join(root, 'server/lib/files/typst-worker.mjs')
const TIMEOUT_MS = 60_000

interface Job {
  message: { template: string; data: string; files: [string, Uint8Array][]; svg?: boolean }
  resolve: (made: Buffer) => void
  reject: (error: Error) => void
}
const waiting: Job[] = []
let worker: Worker | undefined
let running: Job | undefined
let timer: NodeJS.Timeout | undefined

function finish(settle: (job: Job) => void) {
  clearTimeout(timer)
  const job = running
  running = undefined
  if (job) settle(job)
  next()
}
/** If the thread dies or hangs, its document fails, and the next one starts a new thread. */
function giveUp(error: Error, dead: Worker) {
  if (worker !== dead) return
  worker = undefined
  void dead.terminate()
  finish((job) => job.reject(error))
}
function start(): Worker {
  const made = new Worker(WORKER, { workerData: FOLDER })
  made.on('message', ({ made: bytes, error, spent }: { made?: Uint8Array; error?: string; spent?: boolean }) => {
    // An idle thread must not keep the process alive.
    made.unref()
    if (spent) {
      // The thread keeps a long document (some 120 MB) until its garbage is collected, so it is ended instead.
      worker = undefined
      void made.terminate()
    }
    finish((job) => (bytes ? job.resolve(Buffer.from(bytes.buffer)) : job.reject(new Error(`template ${job.message.template}: ${error}`))))
  })
  made.on('error', (error: Error) => giveUp(error, made))
  made.on('exit', () => giveUp(new Error('the PDF thread ended'), made))
  return made
}
function next() {
  if (running) return
  running = waiting.shift()
  if (!running) return
  worker ??= start()
  const current = worker
  current.ref()
  timer = setTimeout(() => giveUp(new Error(`the PDF took longer than ${TIMEOUT_MS / 1000} s`), current), TIMEOUT_MS)
  current.postMessage(running.message)
}

/** Characters that cannot be typeset: controls other than the line break, lone surrogates, non-characters. */
const UNSETTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu
const clean = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSETTABLE, (c) => (c === '\n' ? c : ''))
const printable = (data: unknown) => JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value))

/**
 * @param template name of `server/templates/<name>.typ`; it reads `data.json` and `files/<key>`
 * @param data any JSON; it reaches the page as text, never as markup
 * @param files pictures by the name the data gives them; every one must decode (see pdfImage), or the document fails
 * @throws Error with the template's diagnostics, on timeout, or 429 when too many documents wait
 */
export function renderPdf(template: string, data: unknown, files: ReadonlyMap<string, Buffer> = new Map()): Promise<Buffer> {
  return heavyWork('documents', () => render({ template, data: printable(data), files: [...files] }))
}
/** Draws a template as one SVG whose letters are outlines: a small part of another piece of work, which has passed the gate. */
export const renderSvg = (template: string, data: unknown) => render({ template, data: printable(data), files: [], svg: true })

function render(message: Job['message']): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    waiting.push({ message, resolve, reject })
    next()
  })
}
