import { parentPort } from 'node:worker_threads'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * The thread that reads PDFs: `open` gives the text of each page, `split` the pages of the open one as files of their own. Plain JavaScript, so that the
 * thread starts the same from the sources as beside the bundle.
 */
const MAX_PAGES = 3_000
/** Of one page; what identifies a document stands at its top. */
const MAX_TEXT = 20_000
let open

const names = { PasswordException: 'password', InvalidPDFException: 'damaged' }
async function read(bytes) {
  await open?.loadingTask.destroy()
  open = undefined
  const pdf = await getDocument({ data: bytes, isEvalSupported: false, disableFontFace: true, stopAtErrors: false, verbosity: 0 }).promise
  open = pdf
  if (pdf.numPages > MAX_PAGES) return { refused: 'pages' }
  if ((await pdf.getJSActions()) || (await pdf.getOpenAction())?.action === 'JavaScript') return { refused: 'script' }
  const pages = []
  for (let at = 1; at <= pdf.numPages; at++) {
    const page = await pdf.getPage(at)
    if (await page.getJSActions()) return { refused: 'script' }
    const { items } = await page.getTextContent()
    let text = ''
    for (const { str, hasEOL } of items) if (text.length < MAX_TEXT) text += (str ?? '') + (hasEOL ? '\n' : '')
    pages.push(text)
    page.cleanup()
  }
  return { pages }
}

parentPort.on('message', async ({ bytes, range }) => {
  try {
    if (bytes) return parentPort.postMessage(await read(bytes))
    const [from, to] = range
    const includePages = Array.from({ length: to - from + 1 }, (_, place) => from + place)
    const cut = await open.extractPages([{ document: null, includePages }])
    parentPort.postMessage({ cut })
  } catch (error) {
    parentPort.postMessage({ refused: names[error?.name] ?? 'damaged' })
  }
})
