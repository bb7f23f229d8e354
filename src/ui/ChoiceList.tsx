import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './ChoiceList.module.css'

export interface Choice {
  id: number
  title: string
  detail: string
}
interface ChoiceListProps {
  label: string
  items: readonly Choice[]
  chosen?: number | undefined
  onChoose: (id: number) => void
}

/** Height of an item in pixels (ChoiceList.module.css), and how many are drawn above and below those that are seen. */
const ITEM = 56
const BEYOND = 10
/** Where nothing has a size. */
const UNKNOWN = 480
const PAGE = 10

/**
 * One of many, thousands of them: only those in view are drawn. One Tab stop; arrows, Home, End and a page at a time choose, as in any list box.
 */
export function ChoiceList({ label, items, chosen, onChoose }: ChoiceListProps) {
  const box = useRef<HTMLDivElement>(null)
  const name = useId()
  const [top, setTop] = useState(0)
  const at = items.findIndex(({ id }) => id === chosen)
  const height = box.current?.clientHeight || UNKNOWN
  const first = Math.max(0, Math.floor(top / ITEM) - BEYOND)
  const drawn = items.slice(first, Math.ceil((top + height) / ITEM) + BEYOND)
  // Chosen by a key or on the map, it comes into view.
  useEffect(() => {
    const list = box.current!
    if (at < 0) return
    const seen = list.clientHeight || UNKNOWN
    if (at * ITEM < list.scrollTop) list.scrollTop = at * ITEM
    else if ((at + 1) * ITEM > list.scrollTop + seen) list.scrollTop = (at + 1) * ITEM - seen
    setTop(list.scrollTop)
  }, [at])
  const steps: Record<string, number> = {
    ...{ ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), PageDown: at + PAGE, PageUp: at - PAGE, Home: 0, End: items.length - 1 },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const item = items[Math.min(items.length - 1, Math.max(0, to))]
    if (item) onChoose(item.id)
  }
  return (
    <div
      ref={box}
      className={classes.box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={at < 0 ? undefined : `${name}-${chosen}`}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: items.length * ITEM, paddingTop: first * ITEM }}>
        {drawn.map(({ id, title, detail }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the list box's
          // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the chosen one
          <div
            key={id}
            id={`${name}-${id}`}
            role="option"
            aria-selected={id === chosen}
            aria-setsize={items.length}
            aria-posinset={first + place + 1}
            className={classes.item}
            onClick={() => onChoose(id)}
          >
            <span>{title}</span>
            <span className={classes.detail}>{detail}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
