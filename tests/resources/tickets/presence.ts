import { ticketPresence } from '../../../src/contract/tickets/presence.ts'
import { known } from '../known.ts'
import { ticketScope } from '../scope.ts'

export default known(ticketPresence, {
  list: { call: 'GET /support/presence', policy: 'tickets.open', scope: ticketScope },
  tell: {
    call: 'POST /support/presence',
    status: 204,
    policy: 'tickets.open',
    scope: ticketScope,
    unlogged: true,
    write: 'writes nothing: tests/api/core/live.test.ts',
  },
})
