import { system } from '../../../src/contract/overview/system.ts'
import { known } from '../known.ts'

export default known(system, {
  state: { call: 'GET /system/state', policy: 'super' },
  firstDay: { call: 'GET /system/first-day', policy: 'super' },
  check: {
    call: 'POST /system/check',
    status: 200,
    policy: 'super',
    write:
      async ({ admin, headers }) =>
      () =>
        admin.post('/system/check', {}, headers),
    leaves: 'comando, system, of nothing',
  },
})
