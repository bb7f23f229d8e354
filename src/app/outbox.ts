import { inspectionFiles } from '../contract/inspection-files.ts'
import { inspections } from '../contract/inspections.ts'
import { queueLeftovers } from '../features/inspections/editor.ts'
import { forgetSent } from '../features/inspections/local.ts'
import { queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'
import { unsaved } from '../lib/unsaved.ts'
import { outbox, startOutbox } from '../outbox/runtime.ts'
import { reportDevice, watchDevice } from './device-report.ts'

/** What may be written offline: the endpoints the contract marks so, and the one that takes the photos. */
export function watchOutbox() {
  startOutbox([inspections.create, inspections.update], inspectionFiles.upload)
  if (session.get().user) void queueLeftovers()
  watchDevice()
  unsaved.add(() => outbox.status().draining)
  let last = 0
  outbox.subscribe(() => {
    const status = outbox.status()
    if (!status.last || status.draining || status.last.sent === last) return
    last = status.last.sent
    void forgetSent()
    void reportDevice('drained')
    void queryClient.invalidateQueries({ queryKey: [inspections.list.resource] })
  })
}
