import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Fetches the page that a row opens when the pointer rests on it, as the router does for links; not where data are dear. */
export function usePreload() {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    stop,
    soon(link: LinkProps) {
      stop()
      const { defaultPreload, defaultPreloadDelay } = router.options
      // What could not be fetched now is fetched, and its failure told, when the row is opened.
      if (defaultPreload)
        timer.current = setTimeout(() => void router.preloadRoute(link as any).catch(() => undefined), defaultPreloadDelay)
    },
  }
}
