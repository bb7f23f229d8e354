import { screen, within } from '@testing-library/react'
import { kinds } from '../../../src/app/kinds.ts'
import { inspectionModels } from '../../../src/contract/inspections/models.ts'
import { inspectionOffline } from '../../../src/contract/inspections/offline.ts'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { call } from '../../../src/lib/api.ts'
import { keyFor, session } from '../../../src/lib/session.ts'
import { sha256 } from '../../../src/lib/sha256.ts'
import { createOutbox } from '../../../src/outbox/outbox.ts'
import { createSender } from '../../../src/outbox/send.ts'
import { databaseOf } from '../../../src/outbox/split-shared-store.ts'
import { openStore } from '../../../src/outbox/store.ts'
import type { World } from '../../../src/outbox/types.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import type { Screen } from './world.tsx'

/** The data that "Prepara per offline" leaves of a model and the first station. */
export async function forTheField(model_id: number) {
  await fieldDb().models.bulkPut(await call(inspectionModels.offline, {}))
  await fieldDb().stations.bulkPut((await call(inspectionOffline.stations, {})).stations ?? [])
  return { model: (await fieldDb().models.get(model_id))!, station: (await fieldDb().stations.toCollection().first())! }
}
/** The engine of the device over its own database and the real sender, with a lock as of one tab. */
function worldOf(user: number): World {
  const store = openStore(databaseOf(user), keyFor(user))
  const sender = createSender(kinds)
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

/** A verifica of a model that asks these, begun and open at a station whose equipment and prices are known. */
export async function begunWith({ as, open }: Screen, code: string, questions: object[]) {
  const model = await makeModel(await as('admin'), code, {
    require: { inspector_signature: false, manager_signature: true },
    categories: [{ key: 'c_campo', name: 'Campo', questions }],
  })
  const kept = await forTheField(model)
  await rememberRecent(kept.station.id)
  const uuid = await startInspection(kept.model, kept.station, null)
  await open(`/verifiche/${uuid}`)
  return { ...kept, uuid, card: async (label: string) => within(await screen.findByRole('article', { name: label })) }
}
export const answersOf = async (uuid: string) => (await loadLocal(uuid))!.local.answers as Record<string, any>
/** The server's records once the device has sent all it holds. */
export async function sent({ as }: Screen, uuid: string) {
  const editor = (await openLocalEditor(uuid))!
  await editor.sync()
  editor.close()
  await engineOf(session.get().user!.id).wake('user')
  return (await (await as('ispettore')).get(`/inspection/${uuid}`)).body.data
}
