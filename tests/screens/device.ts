import { inspectionFiles } from '../../src/contract/inspection-files.ts'
import { inspectionModels } from '../../src/contract/inspection-models.ts'
import { inspectionOffline } from '../../src/contract/inspection-offline.ts'
import { inspections } from '../../src/contract/inspections.ts'
import { fieldDb } from '../../src/features/inspections/field-store.ts'
import { call } from '../../src/lib/api.ts'
import { sha256 } from '../../src/lib/sha256.ts'
import { createOutbox } from '../../src/outbox/outbox.ts'
import { createSender } from '../../src/outbox/send.ts'
import { databaseOf } from '../../src/outbox/split.ts'
import { openStore } from '../../src/outbox/store.ts'
import type { World } from '../../src/outbox/types.ts'

/** What "Prepara per offline" leaves of a model and the first station. */
export async function forTheField(model_id: number) {
  await fieldDb().models.bulkPut(await call(inspectionModels.offline, {}))
  await fieldDb().stations.bulkPut((await call(inspectionOffline.stations, {})).stations ?? [])
  return { model: (await fieldDb().models.get(model_id))!, station: (await fieldDb().stations.toCollection().first())! }
}
/** The engine of the device over its own database and the real sender, with a lock as of one tab. */
function worldOf(user: number): World {
  const store = openStore(databaseOf(user))
  const sender = createSender([inspections.create, inspections.update], inspectionFiles.upload)
  const clock = { now: () => performance.now(), wall: () => Date.now() }
  const session = () => ({ user, name: 'Ispettore', stamp: 'again' })
  return {
    store,
    ...sender,
    lock: (run) => run(),
    clock,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    sha256,
    session,
    schema: { version: 1, steps: {} },
  }
}
export const engineOf = (user: number) => createOutbox(worldOf(user))
