import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Key → index of the next row. */
export const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * One Tab stop for many rows: ↑ ↓ Home End move between the elements marked `data-row`, whose `tabIndex` comes from `stop(at)`. Spread `on`
 * on the container.
 */
export function useRoving(count: number) {
  const [current, setCurrent] = useState(0)
  const active = Math.min(current, Math.max(count - 1, 0))
  const stops = (box: Element) => [...box.querySelectorAll<HTMLElement>('[data-row]')]
  return {
    stop: (at: number) => (at === active ? 0 : -1),
    on: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const all = stops(event.currentTarget)
        const at = all.indexOf(event.target as HTMLElement)
        const move = moves[event.key]
        if (at < 0 || !move || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        all[move(at, all.length - 1)]?.focus()
      },
      onFocus(event: FocusEvent<HTMLElement>) {
        const at = stops(event.currentTarget).findIndex((row) => row.closest('tr, li')?.contains(event.target))
        if (at >= 0) setCurrent(at)
      },
    },
  }
}
