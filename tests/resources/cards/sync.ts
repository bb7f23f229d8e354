import { sync } from '../../../src/contract/cards/sync.ts'
import { known } from '../known.ts'
import { allNetwork as scope, settings } from '../scope.ts'

const tried = 'with a drop folder: tests/api/cards/sync.test.ts'
const run = { policy: 'cards.write', scope, status: 200, write: tried } as const
export default known(
  sync,
  {
    all: { call: 'POST /sync-icad/all', ...run },
    cards: { call: 'POST /sync-icad/cards', ...run },
    customers: { call: 'POST /sync-icad/customers', ...run },
    siv: { call: 'POST /customers/siv-sync-range', ...run, status: 204 },
    infopoint: { call: 'POST /infopoint/sync', ...run, policy: 'settings', scope: settings },
    hosts: { call: 'GET /hosts', policy: 'settings', scope: settings },
    setHost: {
      call: 'PUT /hosts/{name}',
      policy: 'settings.write',
      write:
        async ({ admin, headers }) =>
        () =>
          admin.put('/hosts/icad', { enabled: false }, headers),
      leaves: 'modifica, settings, named, settings updated',
    },
    queue: { call: 'GET /hosts/queue', policy: 'cards.write', scope, filters: 'tests/api/cards/sync.test.ts' },
    settle: { call: 'POST /hosts/queue/{id}', ...run },
  },
  { screens: [{ name: 'hosts', path: '/impostazioni?scheda=integrazioni' }] },
)
