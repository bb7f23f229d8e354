import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of the last list in this window: the next one likely has the same and is drawn only once. */
let last = 0

/** A desktop rem in CSS pixels: 16 px at a text size of 14 px. */
export const deskRem = () => Number.parseFloat(getComputedStyle(document.body).fontSize) / 0.875 || 16
/**
 * Width of an element in desktop rem, known before the first paint. Undefined if it has no size or is not
 * `wanted`: measuring forces a layout of the whole page.
 */
export function useWidth(of: RefObject<HTMLElement | null>, wanted: boolean): number | undefined {
  const [width, setWidth] = useState(last)
  useLayoutEffect(() => {
    if (!wanted) return
    const box = of.current!
    const rem = deskRem()
    // Rounded to whole rem, so that dragging the window does not redraw the rows at each pixel.
    const look = () => {
      last = Math.floor(box.clientWidth / rem)
      setWidth(last)
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(box)
    look()
    return () => watcher.disconnect()
  }, [of, wanted])
  return (wanted && width) || undefined
}
