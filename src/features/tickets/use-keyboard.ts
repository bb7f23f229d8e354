import { useEffect } from 'react'

/** Tells the styles how much of the window the keyboard of a phone hides: iOS lays it over the page. */
export function useKeyboard() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--keyboard', `${Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))}px`)
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      style.removeProperty('--keyboard')
    }
  }, [])
}
