import { useEffect } from 'react'

/** Tells the styles how much of the window the keyboard of a phone hides: iOS lays it over the page. */
export function useKeyboard() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--keyboard', `${Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))}px`)
    // After the frame: to measure sooner would have the page laid out twice.
    const first = requestAnimationFrame(measure)
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      cancelAnimationFrame(first)
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      style.removeProperty('--keyboard')
    }
  }, [])
}
