import { users } from '../../../server/db/schema/core/accounts.ts'
import { DEMO_PASSWORD } from '../../../server/db/seed/people/accounts.ts'
import { newLink } from '../../../server/lib/core/sessions.ts'
import { auth } from '../../../src/contract/kernel/auth.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'
import { ownRecord } from '../scope.ts'

const NEXT = 'cavallo batteria graffetta'
const both = { password: NEXT, password_confirmation: NEXT }
const link = ({ db, deps }: Scene, id: number, kind: 'reset' | 'invitation') =>
  newLink({ db, now: deps.now() } as Parameters<typeof newLink>[0], id, kind)

export default known(auth, {
  login: {
    call: 'POST /auth/login',
    status: 200,
    policy: 'guest',
    write: async ({ as, headers }) => {
      const nobody = await as()
      return () => nobody.post('/auth/login', { email: 'rete@demo.example.it', password: DEMO_PASSWORD }, headers)
    },
    leaves: 'login, users, named',
  },
  logout: {
    call: 'POST /auth/logout',
    status: 200,
    policy: 'auth',
    scope: ownRecord,
    write: async ({ as, headers }) => {
      const rete = await as('rete')
      return () => rete.post('/auth/logout', undefined, headers)
    },
    leaves: 'logout, users, named',
  },
  demo: { call: 'GET /auth/demo', policy: 'guest' },
  me: { call: 'GET /auth/me', policy: 'auth', scope: ownRecord },
  refresh: {
    call: 'POST /auth/refresh',
    status: 200,
    policy: 'guest',
    testedIn: 'tests/api/people/auth-session.test.ts',
    // A stolen session ends.
    refusalKeeps: (status) => (status === 401 ? ['sessions', 'access_tokens'] : []),
    unlogged: true,
    write: 'the browser renews its token by itself, so that no activity is left: tests/api/people/auth-session.test.ts',
  },
  forgot: {
    call: 'POST /auth/forgot-password',
    status: 200,
    policy: 'guest',
    write: async ({ as, headers }) => {
      const nobody = await as()
      return () => nobody.post('/auth/forgot-password', { email: 'rete@demo.example.it' }, headers)
    },
    leaves: 'comando, auth, of nothing',
  },
  reset: {
    call: 'POST /auth/reset-password',
    status: 200,
    policy: 'guest',
    write: async (scene) => {
      const nobody = await scene.as()
      const token = await link(scene, scene.ivan.user_id, 'reset')
      return () => nobody.post('/auth/reset-password', { token, ...both }, scene.headers)
    },
    leaves: 'password, users, named',
  },
  invitation: { call: 'POST /auth/invitation', status: 200, policy: 'guest', write: 'writes nothing: tests/api/people/auth-links.test.ts' },
  accept: {
    call: 'POST /auth/accept-invitation',
    status: 200,
    policy: 'guest',
    write: async (scene) => {
      const nobody = await scene.as()
      const [invited] = await scene.db
        .insert(users)
        .values({ name: 'Nora', email: 'nora@example.it', roles: ['worker'] })
        .returning()
      const token = await link(scene, invited!.id, 'invitation')
      return () => nobody.post('/auth/accept-invitation', { token, ...both }, scene.headers)
    },
    leaves: 'password, users, named',
  },
  password: {
    call: 'PUT /users/password',
    policy: 'auth',
    scope: ownRecord,
    write: async ({ as, headers }) => {
      const rete = await as('rete')
      return () => rete.put('/users/password', { current_password: DEMO_PASSWORD, ...both }, headers)
    },
    leaves: 'password, users, named',
  },
})
