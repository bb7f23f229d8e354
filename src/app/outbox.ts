import { firstPaint } from '../lib/first-paint.ts'
import { queryClient } from '../lib/query.ts'
import { onLeave, session } from '../lib/session.ts'
import { unsaved } from '../lib/unsaved.ts'
import { settleWithoutAsking } from '../outbox/conflict.ts'
import { forgetSent, queueLeftovers } from '../outbox/leftovers.ts'
import { outbox, sending, sendWaiting, startOutbox } from '../outbox/runtime.ts'
import { kinds } from './kinds.ts'
import { listenFrom, tellReceipts } from './receipts.ts'

const AGAIN_MS = 10_000
/** The first page does without it. */
const withReports = (use: (reports: typeof import('./device-report.ts')) => void) =>
  void firstPaint
    .then(() => import('./device-report.ts'))
    .then(use)
    .catch(() => undefined)
/** Sends what was written offline, and keeps the screens and the device up to date with it. */
export function watchOutbox() {
  startOutbox(kinds)
  const written = kinds.flatMap(({ endpoints }) => endpoints)
  const tell = async () => {
    const { user } = session.get()
    if (user) tellReceipts(user.id, await outbox().list(), written)
  }
  let here: number | undefined
  /** Retries until it succeeds: the device may have been full, or its database closed for a moment. */
  const leftovers = (user: number) =>
    void queueLeftovers().catch(() => setTimeout(() => user === session.get().user?.id && leftovers(user), AGAIN_MS))
  const arrived = () => {
    const before = here
    here = session.get().user?.id
    if (!here || here === before) return
    leftovers(here)
    listenFrom(here)
    void tell().catch(() => undefined)
  }
  session.subscribe(arrived)
  arrived()
  withReports(({ watchDevice }) => watchDevice())
  unsaved.add(() => sending.get().draining)
  let seen = sending.get().last
  // What is on its way arrives before its author leaves, if there is time.
  onLeave.add(() => sendWaiting())
  sending.subscribe(() => {
    const { last, draining } = sending.get()
    if (!last || draining || last === seen) return
    seen = last
    void settleWithoutAsking()
    // What was refused is news for the office too.
    if (last.outcome === 'idle' || last.sent) withReports(({ reportDevice }) => void reportDevice('drained'))
    if (!last.sent) return
    void tell().catch(() => undefined)
    void forgetSent()
    for (const resource of new Set(written.map((endpoint) => endpoint.resource)))
      void queryClient.invalidateQueries({ queryKey: [resource] })
  })
}
