/** The type of a file by its first bytes, whatever its name or the browser claims; null for no known picture. */
export type ImageKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/heic'

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** @param head the first 16 bytes at least */
export function imageKind(head: Uint8Array): ImageKind | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (head[0] === 0x89 && ascii(1, 8) === 'PNG\r\n\x1a\n') return 'image/png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  if (ascii(0, 4) === 'GIF8') return 'image/gif'
  if (ascii(4, 8) !== 'ftyp') return null
  const brand = ascii(8, 12)
  return brand === 'avif' ? 'image/avif' : HEIC_BRANDS.has(brand) ? 'image/heic' : null
}
