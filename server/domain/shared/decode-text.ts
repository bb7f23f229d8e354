const strict = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')
const LINE_END = 0x0a
const asUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
/** UTF-16 by its mark, or by the zeros that Latin letters have in it. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const sample = bytes.subarray(0, 400)
  const zeros = (from: number) => sample.filter((byte, at) => at % 2 === from && byte === 0).length
  if (sample.length < 8) return undefined
  if (zeros(1) > sample.length / 4) return new TextDecoder('utf-16le').decode(bytes)
  return zeros(0) > sample.length / 4 ? new TextDecoder('utf-16be').decode(bytes) : undefined
}
/** A line of UTF-8 with foreign bytes, each of which is a letter of Windows-1252. */
function mixed(line: Uint8Array): string {
  let text = ''
  for (let at = 0; at < line.length; ) {
    const lead = line[at]!
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    const letter = lead < 0x80 ? String.fromCharCode(lead) : asUtf8(line.subarray(at, at + length))
    text += letter ?? windows.decode(line.subarray(at, at + 1))
    at += letter === undefined ? 1 : length
  }
  return text
}

/**
 * The text of a file that some program of these decades has written: UTF-8, UTF-16 or Windows-1252. Where lines differ, each is decoded by
 * itself, so that one foreign byte spoils no other line.
 */
export function decodeText(bytes: Uint8Array): string {
  const whole = utf16Of(bytes) ?? asUtf8(bytes)
  if (whole !== undefined) return whole
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from)
    const next = end < 0 ? bytes.length : end + 1
    lines.push(bytes.subarray(from, next))
    from = next
  }
  const decoded = lines.map(asUtf8)
  /** A line with letters beyond ASCII that is UTF-8 shows what the file was meant to be. */
  const isUtf8 = decoded.some((text, at) => text !== undefined && text.length < lines[at]!.length)
  return decoded.map((text, at) => text ?? (isUtf8 ? mixed(lines[at]!) : windows.decode(lines[at]!))).join('')
}
