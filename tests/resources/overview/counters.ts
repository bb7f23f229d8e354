import { counters } from '../../../src/contract/overview/counters.ts'
import { known } from '../known.ts'
import { allNetwork } from '../scope.ts'

export default known(counters, {
  admin: { call: 'GET /counters/admin', policy: 'dash.admin', scope: allNetwork },
  accounting: { call: 'GET /counters/accounting', policy: 'dash.accounting' },
  station: {
    call: 'GET /counters/station',
    policy: 'dash.station',
    scope: {
      check: async ({ caller }) => (await caller.get('/counters/station')).body.data.stations !== 2 && 'counts other stations than theirs',
    },
  },
  inspection: { call: 'GET /counters/inspection', policy: 'insp' },
})
