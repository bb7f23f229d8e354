import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/**
 * The thread that sets PDFs: one warm compiler, one document at a time. Plain JavaScript, so that the thread starts the same from the sources as
 * beside the bundle. Data and pictures exist only as shadow files; the templates' folder is the root nothing outside of which can be read.
 */
const folder = workerData
/** The family of the screens and emoji in one colour, since a server may have no fonts at all. The monospaced one is part of the compiler. */
const fontPaths = ['inter/400Regular/Inter_400Regular', 'inter/700Bold/Inter_700Bold', 'noto-emoji/400Regular/NotoEmoji_400Regular'].map(
  (file) => path.dirname(createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}.ttf`)),
)
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] })

/** Characters of data: a table of some hundred rows. */
const LONG = 100_000

/** `path:line message` of the template's errors, for the log. */
const diagnostics = (error) => {
  try {
    return compiler
      .fetchDiagnostics(error)
      .map(({ message, path: file, range }) => `${file ?? ''}:${range?.start?.line ?? ''} ${message}`)
      .join('\n')
  } catch {
    return String(error?.message ?? error)
  }
}

/**
 * PDF/UA-1 refuses, among others, a character no font here has a glyph for. A report with such a name is still better than none: it is tagged all the
 * same, only without the claim.
 */
function accessible(document) {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' })
  } catch {
    return compiler.pdf(document, {})
  }
}

parentPort.on('message', ({ template, data, files, svg }) => {
  const long = data.length > LONG
  try {
    compiler.mapShadow(path.join(folder, 'data.json'), Buffer.from(data))
    for (const [name, bytes] of files) compiler.mapShadow(path.join(folder, 'files', name), Buffer.from(bytes))
    const result = compiler.compile({ mainFilePath: path.join(folder, `${template}.typ`), resetRead: true })
    // The compiler's cache is not needed to write the file, and is larger than the document.
    if (long) compiler.evictCache(0)
    if (!result.result) throw result.takeError()
    const made = new Uint8Array(svg ? Buffer.from(compiler.plainSvg(result.result)) : accessible(result.result))
    parentPort.postMessage({ made, spent: long }, [made.buffer])
  } catch (error) {
    parentPort.postMessage({ error: diagnostics(error) })
  } finally {
    compiler.resetShadow()
    // Keeps what the last few documents shared (fonts, the template), forgets their pictures.
    if (!long) compiler.evictCache(3)
  }
})
