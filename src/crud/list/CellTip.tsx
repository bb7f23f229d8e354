import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import classes from './CellTip.module.css'

interface CellTipProps {
  cell: HTMLElement
  /** The pointer is on the tip, so that its text can be read and selected. */
  onStay: () => void
  onLeave: () => void
}
const GAP = 2
const EDGE = 8

/** The whole text of a cell, shown below it, or above if there is no room. Esc and scrolling close it. */
export function CellTip({ cell, onStay, onLeave }: CellTipProps) {
  const box = useRef<HTMLDivElement>(null)
  const text = cell.innerText
  useLayoutEffect(() => {
    const { left, top, bottom } = cell.getBoundingClientRect()
    const tip = box.current!
    const below = bottom + GAP + tip.offsetHeight <= innerHeight
    tip.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth - EDGE))}px`
    tip.style.top = `${below ? bottom + GAP : top - GAP - tip.offsetHeight}px`
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only the topmost layer reacts to Esc.
      event.stopPropagation()
      onLeave()
    }
    addEventListener('keydown', pressed, true)
    addEventListener('scroll', onLeave, true)
    return () => {
      removeEventListener('keydown', pressed, true)
      removeEventListener('scroll', onLeave, true)
    }
  })
  return createPortal(
    <div ref={box} role="tooltip" className={classes.tip} onPointerEnter={onStay} onPointerLeave={onLeave}>
      {text}
    </div>,
    document.body,
  )
}
