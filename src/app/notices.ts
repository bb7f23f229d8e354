import type { Output } from '../contract/kernel/endpoint.ts'
import { notifications } from '../contract/notifications/notifications.ts'
import { call } from '../lib/api.ts'
import { newTickets, unread } from '../lib/notify.ts'
import { connection } from '../lib/online.ts'
import { query, queryClient } from '../lib/query.ts'
import { onSessionEnd, session } from '../lib/session.ts'
import { router } from './router.ts'

const EVERY_MS = 60_000
const list = query(notifications.list, {}).queryKey

/** Asks for new notifications, once a minute while the page is visible. A failure is covered by the next call. */
async function ask() {
  const { user, local } = session.get()
  if (!user || local || document.hidden || connection.get() !== 'online') return
  const told = await call(notifications.list, {}, { part: true, unseen: true }).catch(() => undefined)
  // Somebody else may have signed in meanwhile.
  if (!told || session.get().user?.id !== user.id) return
  unread.set(told.unread)
  newTickets.set(told.new_tickets)
  queryClient.setQueryData(list, told)
  readHere()
}
/** Marks the notices about the open page as read, by whatever way the person came there. */
function readHere() {
  const { pathname, href } = router.state.location
  const about = queryClient.getQueryData<Output<typeof notifications.list>>(list)?.notifications
  const ids = about?.filter(({ link, read_at }) => !read_at && (link === pathname || link === href)).map(({ id }) => id)
  if (ids?.length) void call(notifications.read, { ids }, { part: true, unseen: true }).then(ask, () => undefined)
}
export function watchNotices() {
  const soon = () => void ask()
  setInterval(soon, EVERY_MS)
  router.subscribe('onResolved', readHere)
  session.subscribe(soon)
  connection.subscribe(soon)
  document.addEventListener('visibilitychange', soon)
  soon()
  // The service worker sends the link of a tapped notification.
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'OPEN') void router.navigate({ href: data.link })
    soon()
  })
  // After sign-out, pushes for this person must not reach the next one. The server notices at its next push.
  onSessionEnd.add(async (reason) => {
    if (reason !== 'logout' || !('PushManager' in window)) return
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  })
}
