import { cardPapers } from '../../../src/contract/cards/papers.ts'
import { known } from '../known.ts'
import { allNetwork as scope } from '../scope.ts'

const writes = { policy: 'cards.write', scope } as const
const tried = 'sets a PDF: tests/api/cards/card-papers.test.ts'

export default known(cardPapers, {
  pin: { call: 'GET /customers/export/pin/{id}', ...writes },
  receipt: { call: 'GET /customers/export/receipt/{id}', ...writes },
  letter: { call: 'GET /customers/export/mail/{customer_id}/{card_id}', ...writes },
  print: {
    ...{ call: 'POST /cards/print', ...writes },
    write:
      async ({ admin, headers }) =>
      () =>
        admin.post('/cards/print', { paper: 'letter', ids: [4] }, headers),
    leaves: 'comando, jobs, named',
  },
  file: { call: 'GET /cards/print/{id}', policy: 'cards.write', scope: `a job is for who started it; ${tried}` },
})
