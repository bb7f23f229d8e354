import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, in rem, known before it is first painted; undefined where nothing has a size. */
export function useWidth(of: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = of.current!
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
    // By the rem: a window being dragged does not draw the rows anew for each pixel.
    const look = () => setWidth(Math.floor(box.clientWidth / rem))
    const watcher = new ResizeObserver(look)
    watcher.observe(box)
    look()
    return () => watcher.disconnect()
  }, [of])
  return width || undefined
}
