import { customerLogs } from '../../../src/contract/cards/customer-logs.ts'
import { dayOf } from '../days.ts'
import { known } from '../known.ts'
import { allNetwork as scope } from '../scope.ts'

export default known(
  customerLogs,
  {
    list: {
      call: 'GET /customers/logs',
      policy: 'cards.write',
      scope,
      facets: ['action'],
      filters: {
        from: (row) => dayOf(row.created_at),
        to: (row) => dayOf(row.created_at),
        customer_id: (row) => row.customer?.id,
        card_id: (row) => row.card?.id,
        user_id: (row) => row.user?.id,
        action: (row) => row.action,
      },
    },
  },
  { screens: [{ name: 'customer logs', path: '/carte/logs' }] },
)
