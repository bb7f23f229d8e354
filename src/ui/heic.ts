interface Box {
  type: string
  /** Start and end of its content. */
  from: number
  to: number
}

/** The boxes that fill `from` to `to` without a gap (ISO/IEC 14496-12, 4.2); null if they do not. */
function boxes(view: DataView, from: number, to: number): Box[] | null {
  const found: Box[] = []
  let at = from
  while (at < to) {
    if (at + 8 > to) return null
    const short = view.getUint32(at)
    const long = short === 1
    if (long && at + 16 > to) return null
    // 0 means until the end.
    const length = long ? Number(view.getBigUint64(at + 8)) : short || to - at
    const head = long ? 16 : 8
    if (length < head || at + length > to) return null
    found.push({ type: String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i))), from: at + head, to: at + length })
    at += length
  }
  return found
}

/**
 * Size of a HEIC that the browser cannot decode, in pixels (the largest `ispe`). Null if its boxes are cut off or broken: such a file is
 * refused, and the Exif reader might never end on it.
 */
export function heicSize(bytes: ArrayBuffer): { width: number; height: number } | null {
  const view = new DataView(bytes)
  const inside = (list: Box[] | null | undefined, type: string, skip = 0) => {
    const box = list?.find((one) => one.type === type)
    return box ? boxes(view, box.from + skip, box.to) : undefined
  }
  const whole = boxes(view, 0, bytes.byteLength)
  if (whole?.[0]?.type !== 'ftyp' || !whole.some(({ type }) => type === 'mdat')) return null
  const properties = inside(inside(inside(whole, 'meta', 4), 'iprp'), 'ipco')
  const sizes = (properties ?? [])
    .filter(({ type, from, to }) => type === 'ispe' && to - from >= 12)
    .map(({ from }) => ({ width: view.getUint32(from + 4), height: view.getUint32(from + 8) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  return sizes[0] ?? null
}
