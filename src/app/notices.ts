import { notifications } from '../contract/notifications/notifications.ts'
import { call } from '../lib/api.ts'
import { newTickets, unread } from '../lib/notify.ts'
import { connection } from '../lib/online.ts'
import { query, queryClient } from '../lib/query.ts'
import { onSessionEnd, session } from '../lib/session.ts'
import { router } from './router.ts'

const EVERY_MS = 60_000

/** Asks what is new: once a minute while somebody looks. What fails is asked the next time. */
async function ask() {
  const { user, local } = session.get()
  if (!user || local || document.hidden || connection.get() !== 'online') return
  const told = await call(notifications.list, {}, { part: true, unseen: true }).catch(() => undefined)
  // Not for whoever came in their place meanwhile.
  if (!told || session.get().user?.id !== user.id) return
  unread.set(told.unread)
  newTickets.set(told.new_tickets)
  queryClient.setQueryData(query(notifications.list, {}).queryKey, told)
}
export function watchNotices() {
  const soon = () => void ask()
  setInterval(soon, EVERY_MS)
  session.subscribe(soon)
  connection.subscribe(soon)
  document.addEventListener('visibilitychange', soon)
  soon()
  // From the worker: what a notice that was tapped is about.
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'OPEN') void router.navigate({ href: data.link })
    soon()
  })
  // What is told to somebody who has gone is not for whoever comes next; the server learns of it when it sends the next one.
  onSessionEnd.add(async (reason) => {
    if (reason !== 'logout' || !('PushManager' in window)) return
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  })
}
