import { duplicates } from '../../../src/contract/cards/duplicates.ts'
import { known } from '../known.ts'
import { allNetwork as scope } from '../scope.ts'

const write = { policy: 'cards.write', scope, status: 200, write: 'with two customers: tests/api/cards/duplicates.test.ts' } as const
export default known(
  duplicates,
  {
    list: { call: 'GET /customers/duplicates', policy: 'cards.write', scope },
    distinctions: { call: 'GET /customers/duplicates/distinctions', policy: 'cards.write', scope },
    distinguish: {
      call: 'POST /customers/duplicates/distinctions',
      policy: 'cards.write',
      scope,
      write:
        async ({ admin, headers }) =>
        () =>
          admin.post('/customers/duplicates/distinctions', { ids: [1, 2] }, headers),
      leaves: 'creazione, duplicates, named',
    },
    forget: {
      call: 'DELETE /customers/duplicates/distinctions/{id}',
      policy: 'cards.write',
      scope,
      write: async ({ admin, headers }) => {
        const { id } = (await admin.post('/customers/duplicates/distinctions', { ids: [1, 2] })).body.data
        return () => admin.del(`/customers/duplicates/distinctions/${id}`, headers)
      },
      leaves: 'eliminazione, duplicates, named',
    },
    merge: { call: 'POST /customers/{id}/merge', ...write },
    merges: { call: 'GET /customers/{id}/merges', policy: 'cards.write', scope },
    undo: { call: 'POST /customers/merges/{id}/undo', ...write },
  },
  {
    // What goes over with a merge is told by the customer it goes to.
    toldBy: { cards: ({ id, customer_id }) => [`card ${id}`, `customer ${customer_id}`] },
  },
)
