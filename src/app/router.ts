import { createRouter } from '@tanstack/react-router'
import { onCall } from '../lib/api.ts'
import { dropEarlyRead } from '../lib/early-read.ts'
import { markFirstPaint } from '../lib/first-paint.ts'
import { forgetNotices, notify } from '../lib/notify.ts'
import { queryString, readQuery } from '../lib/payload.ts'
import { queryClient } from '../lib/query.ts'
import { reportError } from '../lib/report-error.ts'
import { onPurge, onSessionEnd, readAhead, session, sessionOver, whyEnded } from '../lib/session.ts'
import { clearTabHistory } from '../lib/tab-history.ts'
import { routeTree } from '../route-tree.gen.ts'
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx'

const connectionOf = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection
const slow = connectionOf?.saveData || /2g/.test(connectionOf?.effectiveType ?? '')

export const router = createRouter({
  routeTree,
  // The address is written as the API's queries are: texts, lists as repeated keys.
  parseSearch: readQuery,
  stringifySearch: queryString,
  context: { queryClient },
  defaultPreload: slow ? false : 'intent',
  defaultPreloadDelay: 200,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultOnCatch: (error) => reportError('page', error),
  // An error page that fails itself is handled by the last resort in App, not by the library's own.
  disableGlobalCatchBoundary: true,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 200,
})
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The first page counts as painted when it is rendered, its reads have arrived and their data has been painted; work that starts earlier
// would delay it. The wait is limited.
const LATEST_CALM_MS = 5_000
const onceDrawn = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)))
const settled = router.subscribe('onRendered', () => {
  settled()
  const reads = queryClient.getQueryCache()
  const look = () => {
    if (queryClient.isFetching()) return
    stop()
    onceDrawn(markFirstPaint)
  }
  const stop = reads.subscribe(look)
  // The effects of the page, which start its reads, run after this event.
  setTimeout(look)
})
setTimeout(markFirstPaint, LATEST_CALM_MS)

// Leaving a page cancels its pending reads; writes, the outbox and prefetches are not affected. The start of the app leaves no page, and a
// page that corrects its own address is not left: both are told apart by the last path.
let here: string | undefined
router.subscribe('onBeforeNavigate', ({ toLocation: { pathname, searchStr } }) => {
  const left = here !== undefined && here !== pathname
  here = pathname
  if (!left) return
  readAhead({ pathname, search: searchStr })
  void queryClient.cancelQueries({
    predicate: (query) => query.state.fetchStatus === 'fetching' && query.getObserversCount() > 0 && !query.meta?.keep,
  })
})
// The effects of the page, which may start its reads, run after this event.
router.subscribe('onRendered', () => void setTimeout(dropEarlyRead))
onCall.notFound = () => {
  notify.error('Pagina non trovata')
  void router.navigate({ to: '/' })
}
// The rights have changed: the guards of the page run again.
onPurge.add((staying) => staying && void router.invalidate())
onSessionEnd.add((reason) => {
  // Nobody waits for the reads that are under way: without a network each would tell of its failure on the sign-in page.
  void queryClient.cancelQueries()
  forgetNotices()
  // A reason of its own stands on the sign-in page.
  if (reason === 'expired' && !whyEnded()) notify.error('Sessione scaduta')
  const { href } = router.state.location
  const back = reason === 'expired' && !href.startsWith('/login') ? href : undefined
  // Not before the session is over: until then the sign-in page redirects to the dashboard.
  const stop = session.subscribe(() => {
    stop()
    // After an expired session the same person returns to the page; nobody else learns its address.
    if (reason === 'expired') void router.navigate({ to: '/login', search: { back } })
    else void sessionOver().then(clearTabHistory)
  })
})
