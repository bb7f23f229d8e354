import { ticketDrafts } from '../../../src/contract/tickets/drafts.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'

export default known(ticketDrafts, {
  get: { call: 'GET /support/ticket/{year}/{number}/draft', policy: 'tickets.open', scope: ownRecord },
  save: {
    call: 'PUT /support/ticket/{year}/{number}/draft',
    policy: 'tickets.open',
    scope: ownRecord,
    testedIn: 'tests/api/tickets/replies.test.ts',
    unlogged: true,
    write: 'what is being typed leaves no activity: tests/api/tickets/replies.test.ts',
  },
})
