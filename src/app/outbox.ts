import { inspectionFiles } from '../contract/inspection-files.ts'
import { inspections } from '../contract/inspections.ts'
import { queueLeftovers } from '../features/inspections/editor.ts'
import { forgetSent } from '../features/inspections/local.ts'
import { queryClient } from '../lib/query.ts'
import { session } from '../lib/session.ts'
import { unsaved } from '../lib/unsaved.ts'
import { sending, startOutbox } from '../outbox/runtime.ts'
import { reportDevice, watchDevice } from './device-report.ts'

/** What may be written offline: the endpoints the contract marks so, and the one that takes the photos. */
export function watchOutbox() {
  startOutbox([inspections.create, inspections.update], inspectionFiles.upload)
  let here: number | undefined
  const arrived = () => {
    const before = here
    here = session.get().user?.id
    if (here && here !== before) void queueLeftovers()
  }
  session.subscribe(arrived)
  arrived()
  watchDevice()
  unsaved.add(() => sending.get().draining)
  let last = 0
  sending.subscribe(() => {
    const status = sending.get()
    if (!status.last || status.draining || status.last.sent === last) return
    last = status.last.sent
    void forgetSent()
    void reportDevice('drained')
    void queryClient.invalidateQueries({ queryKey: [inspections.list.resource] })
  })
}
