const GPS_IFD = 0x8825
const BYTES_OF = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
/** A GPS name with its value in XMP; a closing tag is not one. */
const XMP_GPS = /(?<!<\/[\w.-]*:?)GPS(?:Latitude|Longitude|Altitude)\w*\s*(?:=\s*["'][^"']{0,60}|>[^<]{0,60})/g

/**
 * The same bytes without the GPS position: the values in Exif (2.32, 4.6.6) and XMP are zeroed in place, whatever the format around them and whether the
 * picture can be decoded or not. Gives `bytes` itself if they have none.
 */
export function stripGps(bytes: Buffer): Buffer {
  const spans = [...tiffHeads(bytes)].flatMap((head) => gpsSpans(bytes, head))
  // XMP is text: the name stays, the value becomes zeros.
  if (bytes.includes('GPSL'))
    for (const { 0: found, index } of bytes.toString('latin1').matchAll(XMP_GPS)) {
      const value = found.search(/["'>]/) + 1
      spans.push([index + value, found.length - value, 0x30])
    }
  if (!spans.length) return bytes
  const copy = Buffer.from(bytes)
  for (const [at, length, fill] of spans) copy.fill(fill, at, at + length)
  return copy
}
type Span = [at: number, length: number, fill: number]

function* tiffHeads(bytes: Buffer) {
  for (const mark of ['II*\0', 'MM\0*']) for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) yield at
}

/** The entries of the GPS directory of the TIFF structure at `head`, and the values that are stored outside of it. */
function gpsSpans(bytes: Buffer, head: number): Span[] {
  const little = bytes[head] === 0x49
  const inside = (at: number, length: number) => at >= head && at + length <= bytes.length
  const short = (at: number) => (inside(at, 2) ? (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)) : 0)
  const long = (at: number) => (inside(at, 4) ? (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) : 0)
  const entries = (directory: number) => {
    const count = short(directory)
    return count > 200 ? [] : Array.from({ length: count }, (_, i) => directory + 2 + i * 12).filter((at) => inside(at, 12))
  }
  const pointer = entries(head + long(head + 4)).find((at) => short(at) === GPS_IFD && short(at + 2) === 4)
  if (pointer === undefined) return []
  return entries(head + long(pointer + 8)).flatMap((at) => {
    const length = (BYTES_OF[short(at + 2)] ?? 0) * long(at + 4)
    const value = head + long(at + 8)
    const outside: Span[] = length > 4 && length < 4096 && inside(value, length) ? [[value, length, 0]] : []
    // Tag and type stay, so that a reader finds a valid directory of empty values.
    return [...outside, [at + 4, 8, 0] as Span]
  })
}
