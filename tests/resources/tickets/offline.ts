import { ticketOffline } from '../../../src/contract/tickets/offline.ts'
import { known } from '../known.ts'
import { ticketScope } from '../scope.ts'

export default known(ticketOffline, {
  list: { call: 'GET /support/ticket/offline', policy: 'tickets.open', scope: ticketScope },
})
