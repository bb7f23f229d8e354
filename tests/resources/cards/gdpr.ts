import { gdpr } from '../../../src/contract/cards/gdpr.ts'
import { known } from '../known.ts'
import { allNetwork as scope } from '../scope.ts'

export default known(gdpr, {
  archive: { call: 'GET /customers/{id}/archive', policy: 'cards.write', scope },
  erase: {
    call: 'POST /customers/{id}/erase',
    status: 204,
    policy: 'cards.delete',
    write: 'with all that is left: tests/api/cards/gdpr.test.ts',
  },
})
