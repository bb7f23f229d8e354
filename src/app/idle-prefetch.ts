import { IDLE_PREFETCH_MS } from '../contract/kernel/constants.ts'
import { firstPaint } from '../lib/first-paint.ts'
import type { router } from './router.ts'

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: IDLE_PREFETCH_MS }) : setTimeout(work, IDLE_PREFETCH_MS)

/** Fetches the code of linked pages when the browser is idle; not where data is expensive. */
export function watchLinks(own: typeof router) {
  const fetched = new Set<string>()
  const look = () => {
    for (const { pathname, origin } of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
      if (origin !== location.origin || fetched.has(pathname)) continue
      fetched.add(pathname)
      const [matched] = own.getMatchedRoutes(pathname)
      for (const route of matched) void own.loadRouteChunk(route)?.catch(() => undefined)
    }
  }
  const soon = () => void firstPaint.then(() => whenIdle(look))
  own.subscribe('onRendered', soon)
  soon()
}
