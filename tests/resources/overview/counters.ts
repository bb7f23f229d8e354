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
  orders: {
    call: 'GET /counters/orders',
    policy: 'eco.order',
    scope: {
      check: async ({ caller }) =>
        (await caller.get('/counters/orders')).body.data.new !== 2 && 'counts other orders than those of their stations',
    },
  },
  inspection: { call: 'GET /counters/inspection', policy: 'insp' },
})
