import { useEffect } from 'react'

/** Sets the CSS variable `--keyboard` to the height that a phone's keyboard covers: iOS lays it over the page. */
export function useKeyboardInset() {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--keyboard', `${Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))}px`)
    // Measuring before the first frame would cause a second layout.
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
