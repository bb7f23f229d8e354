import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Unzip, UnzipInflate } from 'fflate'

/**
 * The thread that unpacks one ZIP: each entry as it lies in the file, the next one when it is asked for. Plain JavaScript, so that the thread starts
 * the same from the sources as beside the bundle.
 */
const { path, maxEntries, maxBytes, kinds } = workerData
/** Little enough that what is compressed in it cannot become more than memory holds before it is counted. */
const CHUNK = 32 * 1024
/** Only an archive bomb is compressed so well; small files are exempt. */
const MAX_RATIO = 100
const FREE_BYTES = 16 * 1024 * 1024

/** In a buffer of its own, which is transferred to the other thread without a copy. */
function joined(pieces, size) {
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

class Refused extends Error {}
const whole = []
let packed = 0
let unpacked = 0
let count = 0
const unzip = new Unzip((file) => {
  const { name } = file
  if (++count > maxEntries) throw new Refused('entries')
  const kind = kinds.find((one) => one.name.test(name))
  if (!kind) throw new Refused('foreign')
  let pieces = []
  let size = 0
  file.ondata = (error, data, final) => {
    if (error) throw error
    size += data?.length ?? 0
    unpacked += data?.length ?? 0
    if (unpacked > maxBytes || unpacked > FREE_BYTES + packed * MAX_RATIO) throw new Refused('bytes')
    if (size > kind.maxBytes) pieces = []
    else if (kind.wanted && data) pieces.push(data.slice())
    if (final && kind.wanted) whole.push({ name, bytes: size <= kind.maxBytes ? joined(pieces, size) : undefined })
  }
  file.start()
})
unzip.register(UnzipInflate)

async function* entries() {
  for await (const chunk of fs.createReadStream(path, { highWaterMark: CHUNK })) {
    packed += chunk.length
    unzip.push(chunk)
    yield* whole.splice(0)
  }
}
const reading = entries()
// One at a time: what is asked for waits for what was asked for before.
parentPort.on('message', async () => {
  try {
    const { value } = await reading.next()
    parentPort.postMessage({ entry: value }, value?.bytes ? [value.bytes.buffer] : [])
  } catch (error) {
    parentPort.postMessage({ refused: error instanceof Refused ? error.message : 'damaged' })
  }
})
