import { duplicates } from '../../../src/contract/cards/duplicates.ts'
import { known } from '../known.ts'
import { allNetwork as scope } from '../scope.ts'

const write = { policy: 'cards.write', scope, status: 200, write: 'with two customers: tests/api/cards/duplicates.test.ts' } as const
export default known(
  duplicates,
  {
    list: { call: 'GET /customers/duplicates', policy: 'cards.write', scope },
    merge: { call: 'POST /customers/{id}/merge', ...write },
    merges: { call: 'GET /customers/{id}/merges', policy: 'cards.write', scope },
    undo: { call: 'POST /customers/merges/{id}/undo', ...write },
  },
  {
    // What goes over with a merge is told by the customer it goes to.
    toldBy: { cards: ({ id, customer_id }) => [`card ${id}`, `customer ${customer_id}`] },
  },
)
