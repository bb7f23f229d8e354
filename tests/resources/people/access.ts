import { access } from '../../../src/contract/people/access.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'

export default known(access, {
  sessions: { call: 'GET /auth/sessions', policy: 'auth', scope: ownRecord },
  endSession: {
    call: 'DELETE /auth/sessions/{id}',
    policy: 'auth',
    scope: ownRecord,
    write: async ({ as, headers }) => {
      const [here] = [await as('rete'), await as('rete')]
      const other = (await here!.get('/auth/sessions')).body.data.find((one: { current: boolean }) => !one.current)
      return () => here!.del(`/auth/sessions/${other.id}`, headers)
    },
    leaves: 'eliminazione, auth, named',
  },
  signIns: { call: 'GET /auth/sign-ins', policy: 'auth', scope: ownRecord },
  notMe: {
    call: 'POST /auth/not-me',
    status: 200,
    policy: 'auth',
    scope: ownRecord,
    write: async ({ as, headers }) => {
      const rete = await as('rete')
      return () => rete.post('/auth/not-me', undefined, headers)
    },
    leaves: 'password, users, named',
  },
  roles: { call: 'GET /roles', policy: 'auth', scope: ownRecord },
})
