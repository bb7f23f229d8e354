import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width at which this content of a row did not fit into one line. */
interface TooNarrow {
  content: string
  width: number
}
const isBroken = (row: HTMLElement) =>
  (row.lastElementChild as HTMLElement).offsetTop > (row.firstElementChild as HTMLElement).offsetTop || row.scrollWidth > row.clientWidth

/**
 * Whether a row of tools needs more than one line with everything in it. Measured before the first paint, and again where the row is wider or
 * has another `content`. Never crowded if it is not `wanted`: measuring forces a layout of the whole page.
 */
export function useCrowded(of: RefObject<HTMLElement | null>, content: string, wanted: boolean): boolean {
  const [width, setWidth] = useState(0)
  const [narrow, setNarrow] = useState<TooNarrow>()
  const crowded = wanted && narrow?.content === content && width <= narrow.width
  useLayoutEffect(() => {
    if (!wanted) return
    const row = of.current!
    const look = () => setWidth(row.clientWidth)
    const watcher = new ResizeObserver(look)
    watcher.observe(row)
    look()
    return () => watcher.disconnect()
  }, [of, wanted])
  useLayoutEffect(() => {
    if (wanted && !crowded && width && isBroken(of.current!)) setNarrow({ content, width })
  }, [of, content, wanted, crowded, width])
  return crowded
}
