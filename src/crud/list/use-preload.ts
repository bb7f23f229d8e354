import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Preloads the page of a row when the pointer rests on it, as the router does for links; not where data is expensive. */
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
      // A failure is shown when the row is opened, which fetches again.
      if (defaultPreload)
        timer.current = setTimeout(() => void router.preloadRoute(link as any).catch(() => undefined), defaultPreloadDelay)
    },
  }
}
