import { randomUUID } from 'node:crypto'
import { devices as table } from '../../../server/db/schema/people/devices.ts'
import { devices } from '../../../src/contract/people/devices.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'

export default known(
  devices,
  {
    report: {
      call: 'POST /devices/report',
      status: 200,
      policy: 'auth',
      scope: ownRecord,
      unlogged: true,
      write: 'a device reports by itself, so that no activity is left: tests/api/people/devices.test.ts',
    },
    list: { call: 'GET /devices', policy: 'super', filters: { silent: (row) => row.silent } },
  },
  {
    rows: ({ db, ivan, ago }) =>
      db.insert(table).values(
        [0, 3].map((days) => ({
          ...{ id: randomUUID(), user_id: ivan.user_id, agent: 'Test', app_version: 'v1', unsent: 1, persistent: true },
          last_contact: ago(days),
        })),
      ),
  },
)
