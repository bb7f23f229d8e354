import { type RefObject, useLayoutEffect, useState } from 'react'

/** As wide as the last list was: the next one of this window is so too, and is drawn once. */
let last = 0

/** How wide an element is, in rem of a desk, where text has 14 px and a rem 16, known before it is first painted; undefined where nothing has a size, or it is not `wanted`: to measure lays out the whole page. */
export function useWidth(of: RefObject<HTMLElement | null>, wanted: boolean): number | undefined {
  const [width, setWidth] = useState(last)
  useLayoutEffect(() => {
    if (!wanted) return
    const box = of.current!
    const rem = Number.parseFloat(getComputedStyle(document.body).fontSize) / 0.875 || 16
    // By the rem: a window being dragged does not draw the rows anew for each pixel.
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
