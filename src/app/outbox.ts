import { inspectionFiles } from '../contract/inspection-files.ts'
import { inspections } from '../contract/inspections.ts'
import { queueLeftovers } from '../features/inspections/editor.ts'
import { forgetSent } from '../features/inspections/local.ts'
import { settleQuietly } from '../features/inspections/settle-conflict.ts'
import { queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'
import { unsaved } from '../lib/unsaved.ts'
import { outbox, sending, startOutbox } from '../outbox/runtime.ts'
import { reportDevice, watchDevice } from './device-report.ts'
import { listenFrom, tellReceipts } from './receipts.ts'

const AGAIN_MS = 10_000
/** What may be written offline: the endpoints the contract marks so, and the one that takes the photos. */
export function watchOutbox() {
  const written = [inspections.create, inspections.update] as const
  startOutbox(written, inspectionFiles.upload)
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
  watchDevice()
  unsaved.add(() => sending.get().draining)
  let seen = sending.get().last
  sending.subscribe(() => {
    const { last, draining } = sending.get()
    if (!last || draining || last === seen) return
    seen = last
    void settleQuietly()
    if (!last.sent) return
    void tell().catch(() => undefined)
    void forgetSent()
    void reportDevice('drained')
    void queryClient.invalidateQueries({ queryKey: [inspections.list.resource] })
  })
}
