import { retention } from '../../../src/contract/overview/retention.ts'
import { known } from '../known.ts'

export default known(
  retention,
  {
    get: { call: 'GET /settings/retention', policy: 'settings.write' },
    update: {
      call: 'PUT /settings/retention',
      policy: 'settings.write',
      revised: true,
      write: async ({ admin, headers }) => {
        const { rev } = (await admin.get('/settings/retention')).body.data
        return () => admin.put('/settings/retention', { rev, activity: 18 }, headers)
      },
      leaves: 'modifica, settings, named, settings updated',
    },
    trial: { call: 'GET /settings/retention/trial', policy: 'settings.write' },
  },
  { screens: [{ name: 'retention', path: '/impostazioni?scheda=conservazione' }] },
)
