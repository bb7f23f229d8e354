import { second_factors } from '../../../server/db/schema/core/accounts.ts'
import { users } from '../../../src/contract/people/users.ts'
import { plain } from '../plain.ts'
import { allNetwork, settings } from '../scope.ts'

const people = plain(users, {
  path: '/users',
  table: 'users',
  model: 'user',
  read: 'users',
  write: 'users',
  scope: allNetwork,
  get: true,
  more: {
    invite: {
      call: 'POST /users/{id}/invite',
      status: 200,
      policy: 'users',
      scope: allNetwork,
      write:
        async ({ admin, ivan, headers }) =>
        () =>
          admin.post(`/users/${ivan.user_id}/invite`, undefined, headers),
      leaves: 'send, users, named',
    },
    resetSecondFactor: {
      call: 'POST /users/{id}/reset-second-factor',
      status: 200,
      policy: 'users',
      scope: allNetwork,
      write: async ({ admin, ivan, headers, db, deps }) => {
        const now = deps.now().toISOString()
        await db.insert(second_factors).values({ user_id: ivan.user_id, secret: 'x', created_at: now, confirmed_at: now })
        return () => admin.post(`/users/${ivan.user_id}/reset-second-factor`, undefined, headers)
      },
      leaves: 'secondo_fattore_azzerato, users, named',
    },
    link: {
      call: 'POST /users/{id}/link',
      policy: 'users',
      scope: allNetwork,
      write:
        async ({ admin, ivan, headers }) =>
        () =>
          admin.post(`/users/${ivan.user_id}/link`, undefined, headers),
      leaves: 'link_accesso, users, named',
    },
    suggest: { call: 'GET /suggestions/all-users', policy: 'lookup.users', scope: allNetwork },
    roles: { call: 'GET /all-roles', policy: 'lookup.users', scope: settings },
  },
  filters: { role: (row) => row.roles, permission: (row) => row.permissions, enabled: (row) => row.enabled === 1 },
  other: { email: 'altra@example.it', roles: ['helpdesk'], enabled: 0 },
  // Sign-ins are told in the activity.
  quiet: { users: { last_login_at: null, last_login_ip: null, password_hash: null } },
  writer: 'admin',
  stranger: 'contabilita',
  body: { name: 'Nora Nuova', email: 'nora@example.it', roles: ['driver'], phone: '+393331234567', enabled: 1, all_stations: false },
  change: { roles: ['helpdesk'] },
  refused: {
    name: ['N', 'Il campo Nome e cognome deve contenere almeno 2 caratteri.'],
    email: ['nora', 'Inserire un indirizzo email valido.'],
    fiscalCode: ['RSSMRA85T10A562X', 'Il codice fiscale non è valido.'],
    enabled: [2, 'Il campo Abilitato deve essere minore o uguale a 1.'],
  },
  twice: { email: 'Esiste già un utente con questa email.' },
  screens: async (api) => {
    const [user] = (await api.get('/users?search=ispettore')).data
    return [
      { name: 'users', path: '/utenti' },
      { name: 'user form', path: '/utenti?modulo=nuovo' },
      { name: 'user', path: `/utenti/${user.id}` },
      { name: 'user history', path: `/utenti/${user.id}?scheda=storico` },
    ]
  },
})

const { update, ...others } = people.calls
// The change is one of rights, which the log calls so.
export default { ...people, calls: { ...others, update: { ...update!, leaves: 'permessi, users, named, user updated' } } }
