// @vitest-environment jsdom
// @alone: what a process has reported within ten minutes it does not report again.
import '../../setup-dom.ts'
import { expect, test, vi } from 'vitest'
import { reportDevice } from '../../../src/app/device-report.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { waitingOnDevice } from '../../../src/lib/device.ts'
import { connection } from '../../../src/lib/online.ts'
import { keyFor } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { databaseOf } from '../../../src/outbox/split-shared-store.ts'
import { openStore } from '../../../src/outbox/store.ts'
import { makeModel } from '../../api/support/inspection-fixtures.ts'
import { forTheField } from '../support/device.ts'
import { onPage } from '../support/world.tsx'

vi.stubGlobal('__VERSION__', 'prova-1')

test('what a device says of itself stands in the office’s list as it was said', () =>
  onPage(
    'ispettore',
    () => null,
    async ({ as, network }) => {
      const admin = await as('admin')
      const { model, station } = await forTheField(await makeModel(admin, 'REPORT'))
      network.down = true
      await startInspection(model, station, null)
      await vi.waitFor(async () => expect((await waitingOnDevice()).length).toBe(1), 20_000)
      network.down = false
      connection.set('online')
      await reportDevice('regular')
      const said = { unsent: 1, stuck: 0, app_version: 'prova-1', persistent: false, user: { name: 'Ivan Ispettore' } }
      const told = async () => (await admin.get('/devices')).body.data.data
      // A drain that has just ended reports it first.
      await vi.waitFor(async () => expect(await told()).toMatchObject([said]), 20_000)
      const data = await told()
      expect(Date.now() - Date.parse(data[0].oldest_at)).toBeLessThan(60_000)
      // Refused a moment later: the office learns of it, although the last report is only just gone.
      const [item] = await outbox().list()
      await openStore(databaseOf(item!.user), keyFor(item!.user)).transaction('rw', async (tx) =>
        tx.put('items', { ...item!, state: 'needs-fix' }),
      )
      await reportDevice('drained')
      await vi.waitFor(async () => expect((await admin.get('/devices')).body.data.data).toMatchObject([{ unsent: 1, stuck: 1 }]), 20_000)
      // A drain that changes nothing is no news: every open tab drains every ten seconds.
      const [known] = (await admin.get('/devices')).body.data.data
      await new Promise((done) => setTimeout(done, 5_500))
      await reportDevice('drained')
      expect((await admin.get('/devices')).body.data.data).toEqual([known])
    },
  ))
