import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { topmostLayer } from '../ui/use-topmost.ts'

const PHONE = '(max-width: 37.49em), (pointer: coarse)'
/** A layer that stands in the address goes back by itself when it closes; that step is let through for this long. */
const OWN_STEP_MS = 500

/**
 * On a phone Back closes the topmost viewer, sheet or dialog and leaves the page below it where it is.
 * @param closeMenu closes the menu, while it covers the page
 */
export function BackCloses({ closeMenu }: { closeMenu: (() => void) | undefined }) {
  const { history } = useRouter()
  const menu = useRef(closeMenu)
  useEffect(() => {
    menu.current = closeMenu
  })
  useEffect(() => {
    let ownStep = false
    return history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        const close = topmostLayer() ?? menu.current
        if (action !== 'BACK' || !close || ownStep || !matchMedia(PHONE).matches) return false
        // The browser has already gone back. The router undoes the step, and only then may the layer take one of its own.
        const undone = () => {
          ownStep = true
          close()
          setTimeout(() => {
            ownStep = false
          }, OWN_STEP_MS)
        }
        addEventListener('popstate', () => setTimeout(undone), { once: true })
        return true
      },
    })
  }, [history])
  return null
}
