/** The content of the first code found in a frame; undefined if there is none. */
export type ReadFrame = (frame: HTMLCanvasElement) => Promise<string | undefined>

interface Detector {
  detect(source: HTMLCanvasElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = (new () => Detector) & { getSupportedFormats(): Promise<string[]> }

/** Reads QR codes and bar codes with the browser's own detector, else with a library that is fetched when needed and works offline. */
export async function codeReader(): Promise<ReadFrame> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // On some systems the detector exists but supports no format.
  const formats: string[] = Own ? await Own.getSupportedFormats().catch(() => []) : []
  if (Own && formats.includes('qr_code')) {
    const own = new Own()
    return async (frame) => (await own.detect(frame).catch(() => []))[0]?.rawValue
  }
  const { BinaryBitmap, DecodeHintType, HybridBinarizer, MultiFormatReader, RGBLuminanceSource } = await import('@zxing/library')
  const reader = new MultiFormatReader()
  reader.setHints(new Map([[DecodeHintType.TRY_HARDER, true]]))
  return async (frame) => {
    const { width, height } = frame
    const { data } = frame.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, width, height)
    const grey = new Uint8ClampedArray(width * height)
    for (let at = 0; at < grey.length; at++) grey[at] = (data[at * 4]! * 306 + data[at * 4 + 1]! * 601 + data[at * 4 + 2]! * 117) >> 10
    try {
      return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))).getText()
    } catch {
      // The library throws if a frame contains no code, or half of one.
      return undefined
    }
  }
}

/**
 * Opens the rear camera.
 * @throws Error with a message for the person
 */
export async function openCamera(): Promise<MediaStream> {
  const byHand = 'Puoi scrivere il codice a mano.'
  if (!navigator.mediaDevices) throw new Error(`Questo browser non dà accesso alla fotocamera. ${byHand}`)
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } } })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError') throw new Error(`La fotocamera non è permessa: abilitala nelle impostazioni del browser. ${byHand}`)
    if (name === 'NotFoundError') throw new Error(`Questo dispositivo non ha una fotocamera. ${byHand}`)
    throw new Error(`La fotocamera non risponde, forse la usa un’altra app. ${byHand}`)
  }
}
