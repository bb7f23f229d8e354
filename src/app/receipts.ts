import type { Endpoint, Named } from '../contract/kernel/endpoint.ts'
import { notify } from '../lib/notify.ts'
import type { Listed } from '../outbox/read.ts'

/** Up to which receipt a person has been told on this device: a time, and nothing else. */
const TOLD = 'piazzale-told-'
/** The step (before the colon of a label) that goes by itself while somebody types: told by the cloud of the page, not by a notice. */
const BY_ITSELF = 'Salvataggio'

/** Notices start from this moment; earlier receipts are not told. */
export function listenFrom(user: number, now = Date.now()) {
  if (!localStorage.getItem(TOLD + user)) localStorage.setItem(TOLD + user, String(now))
}
/**
 * Shows the documented text (`ok`) of what the server has confirmed since the last time: once, also where the page was closed between the receipt
 * and its telling, and once for several alike (doc 0 §8, decision 020).
 */
export function tellReceipts(user: number, items: readonly Listed[], endpoints: readonly (Endpoint & Named)[]) {
  const until = Number(localStorage.getItem(TOLD + user) ?? Number.POSITIVE_INFINITY)
  const news = items.filter(({ state, receipt }) => state === 'sent' && (receipt?.at ?? 0) > until)
  if (!news.length) return
  localStorage.setItem(TOLD + user, String(Math.max(...news.map(({ receipt }) => receipt!.at))))
  const told = news.filter(({ label }) => label.split(':')[0] !== BY_ITSELF).map(({ endpoint }) => endpoint)
  for (const { name, ok } of endpoints) if (ok && told.includes(name)) notify.success(ok)
}
