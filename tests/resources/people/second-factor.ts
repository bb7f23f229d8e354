import { secondFactor } from '../../../src/contract/people/second-factor.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'

export default known(secondFactor, {
  state: { call: 'GET /auth/second-factor', policy: 'auth', scope: ownRecord },
  begin: {
    call: 'POST /auth/second-factor',
    policy: 'auth',
    scope: ownRecord,
    write: 'its answer is a secret and never repeated: tests/api/people/second-factor.test.ts',
  },
  confirm: {
    call: 'POST /auth/second-factor/confirm',
    policy: 'auth',
    scope: ownRecord,
    write: 'needs a code of this moment: tests/api/people/second-factor.test.ts',
  },
  remove: {
    call: 'POST /auth/second-factor/remove',
    status: 200,
    policy: 'auth',
    scope: ownRecord,
    write: 'needs a code of this moment: tests/api/people/second-factor.test.ts',
  },
})
