import type { Endpoint, Named } from '../contract/kernel/endpoint.ts'
import { notify } from '../lib/notify.ts'
import type { Listed } from '../outbox/read.ts'

/** Storage key of the time up to which receipts were shown to a person on this device. */
const TOLD = 'piazzale-told-'
/** Label prefix of the automatic saves: the page's cloud icon shows them, not a notification. */
const BY_ITSELF = 'Salvataggio'

/** Receipts before this moment are not shown. */
export function listenFrom(user: number, now = Date.now()) {
  if (!localStorage.getItem(TOLD + user)) localStorage.setItem(TOLD + user, String(now))
}
/**
 * Shows the success text (`ok`) of what the server has confirmed since the last time: once, even if the page was closed between receipt and
 * display, and once for several of the same kind (decision 020), also where two kinds of queued things share a call.
 */
export function tellReceipts(user: number, items: readonly Listed[], endpoints: readonly (Endpoint & Named)[]) {
  const until = Number(localStorage.getItem(TOLD + user) ?? Number.POSITIVE_INFINITY)
  const news = items.filter(({ state, receipt }) => state === 'sent' && (receipt?.at ?? 0) > until)
  if (!news.length) return
  localStorage.setItem(TOLD + user, String(Math.max(...news.map(({ receipt }) => receipt!.at))))
  const told = news.filter(({ label }) => label.split(':')[0] !== BY_ITSELF).map(({ endpoint }) => endpoint)
  for (const { name, ok } of new Set(endpoints)) if (ok && told.includes(name)) notify.success(ok)
}
