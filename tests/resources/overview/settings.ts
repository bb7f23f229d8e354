import { settings } from '../../../src/contract/overview/settings.ts'
import { picture } from '../files.ts'
import { known } from '../known.ts'
import { settings as ofNetwork } from '../scope.ts'

export default known(
  settings,
  {
    get: { call: 'GET /settings', policy: 'settings', scope: ofNetwork },
    update: {
      call: 'PUT /settings',
      policy: 'settings.write',
      revised: true,
      write: async ({ admin, headers }) => {
        const { rev } = (await admin.get('/settings')).body.data
        return () => admin.put('/settings', { rev, name: 'Altra S.r.l.' }, headers)
      },
      leaves: 'modifica, settings, named, settings updated',
    },
    logo: { call: 'GET /settings/logo', policy: 'settings', scope: ofNetwork },
    upload: {
      call: 'POST /settings/logo',
      policy: 'settings.write',
      write: async ({ admin, headers }) => {
        const file = { name: 'logo.png', bytes: await picture(20, 20) }
        return () => admin.upload('/settings/logo', [file], {}, headers)
      },
      leaves: 'creazione, settings, named, settings updated',
    },
    removeLogo: {
      call: 'DELETE /settings/logo',
      policy: 'settings.write',
      write: async ({ admin, headers }) => {
        await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: await picture(20, 20) }])
        return () => admin.del('/settings/logo', headers)
      },
      leaves: 'eliminazione, settings, named, settings updated',
    },
    privacy: { call: 'GET /settings/privacy', policy: 'guest' },
  },
  {
    history: { settings: { table: 'settings', id: ({ key }) => (key === 'retention' ? 2 : 1) } },
    toldBy: { settings: ({ key }) => (key === 'company' ? ['settings 1'] : key === 'retention' ? ['settings 2'] : []) },
  },
)
