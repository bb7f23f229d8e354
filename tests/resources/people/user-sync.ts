import { userSync } from '../../../src/contract/people/users.ts'
import { known } from '../known.ts'
import { allNetwork } from '../scope.ts'

export default known(userSync, {
  sync: {
    call: 'PATCH /users/manager/sync',
    status: 204,
    policy: 'users',
    scope: allNetwork,
    write: 'accounts of several managers: tests/api/people/user-sync.test.ts',
  },
})
