/** A ZIP of uncompressed files, put together from pieces the browser may keep on its disk: never more than one file is in memory. */
export interface ZipEntry {
  /** ASCII. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
}
const TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!
  return ~crc >>> 0
}
/** Little-endian numbers, each as [value, bytes]. */
function packed(...fields: [value: number, size: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)))
  let at = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}
/** 1 January 1980: the contents carry their own dates. */
const DATE = 0x21

/**
 * Builds the ZIP. Size and checksum stand before each file, so that it can be read from front to back, even if it was cut off.
 * @throws RangeError beyond what the format holds (65,535 files, 4 GiB)
 */
export async function storedZip(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const parts: BlobPart[] = []
  const directory: BlobPart[] = []
  let offset = 0
  let listed = 0
  let count = 0
  for await (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name)
    const size = bytes.length
    // Version needed, flags, method (stored), time, date, checksum, sizes, length of name and of extra field.
    const facts = packed([20, 2], [0, 2], [0, 2], [0, 2], [DATE, 2], [crc32(bytes), 4], [size, 4], [size, 4], [path.length, 2], [0, 2])
    parts.push(new Blob([packed([0x04034b50, 4]), facts, path, bytes]))
    const place = packed([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    directory.push(packed([0x02014b50, 4], [20, 2]), facts, place, path)
    offset += 30 + path.length + size
    listed += 46 + path.length
    count++
    if (count > 0xffff || offset + listed > 0xffffffff) throw new RangeError('Troppi dati per un solo file ZIP.')
  }
  const end = packed([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [listed, 4], [offset, 4], [0, 2])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}
