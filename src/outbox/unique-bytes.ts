/**
 * Makes the bytes of every picture unique. The outbox sends a photo once per hash, but two answers may hold the same picture or the same
 * typed signature. The uuid goes where no decoder looks: into a JPEG comment, a free box of a HEIC, or after the end of a PNG.
 */
export function withUniqueBytes(bytes: ArrayBuffer, mime: string, name: string): ArrayBuffer {
  const text = new TextEncoder().encode(name)
  const source = new Uint8Array(bytes)
  if (mime === 'image/heic') return join(source, Uint8Array.of(0, 0, 0, text.length + 8, 0x66, 0x72, 0x65, 0x65), text)
  if (mime !== 'image/jpeg') return join(source, text)
  const comment = Uint8Array.of(0xff, 0xfe, 0, text.length + 2, ...text)
  return join(source.subarray(0, 2), comment, source.subarray(2))
}
function join(...parts: Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.buffer
}
