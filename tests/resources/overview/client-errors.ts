import { clientErrors } from '../../../src/contract/overview/client-errors.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'

export default known(clientErrors, {
  report: {
    call: 'POST /client-errors',
    policy: 'auth',
    scope: ownRecord,
    unlogged: true,
    write: 'the app reports its errors by itself, so that no activity is left: tests/api/overview/client-errors.test.ts',
  },
  list: { call: 'GET /client-errors', policy: 'super' },
})
