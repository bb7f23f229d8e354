import { Notifications, useNotifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { useEffect, useState } from 'react'
import { type Box, freePlace, type Shift } from './toast-place.ts'

const WIDTH = 320
/** How often the place of a toast is checked, since the page may move under it. */
const LOOK_MS = 250
const STACK = '[data-position="bottom-right"]'
/** Cells of a table that are buttons do not count: they leave no free place, so covering them is accepted. */
const BUTTONS = 'button:not([data-cell]), input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]'
const ofScreen = ({ left, top, right, bottom, width, height }: DOMRect) =>
  width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight

/** Moves the toasts from the bottom right corner to where they cover no button. A toast that is pointed at stays. */
function usePlace() {
  const [shift, setShift] = useState<Shift>({ up: 0, left: 0 })
  const { notifications } = useNotifications()
  useEffect(() => {
    if (!notifications.length) return
    const look = () => {
      const toasts = document.querySelector(STACK)
      if (!toasts || toasts.matches(':hover, :focus-within')) return
      const { left, top, right, bottom } = toasts.getBoundingClientRect()
      setShift((now) => {
        const corner: Box = { left: left + now.left, right: right + now.left, top: top + now.up, bottom: bottom + now.up }
        const buttons = [...document.querySelectorAll(BUTTONS)]
          .filter((one) => !toasts.contains(one))
          .map((one) => one.getBoundingClientRect())
        const next = freePlace(corner, buttons.filter(ofScreen), { up: corner.top, left: corner.left / 3 })
        return next.up === now.up && next.left === now.left ? now : next
      })
    }
    const timer = setInterval(look, LOOK_MS)
    const frame = requestAnimationFrame(look)
    return () => {
      clearInterval(timer)
      cancelAnimationFrame(frame)
    }
  }, [notifications])
  return { marginBottom: shift.up, marginRight: shift.left }
}

export const Toasts = () => <Notifications position="bottom-right" limit={4} containerWidth={WIDTH} style={usePlace()} />
