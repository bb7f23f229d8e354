import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, post, put, resource } from '../kernel/endpoint.ts'
import { choices, email, fiscalCode, flag, integer, optional, phone, text } from '../kernel/fields.ts'
import { booleanParam, listParam, suggestionQuery } from '../kernel/filters.ts'
import { type PermissionName, permissionNames, permissions, type RoleName, roleNames, roles } from '../kernel/roles.ts'

export const UserHint = v.object({ id: v.number(), name: v.string(), email: v.string() })
export type UserHint = v.InferOutput<typeof UserHint>
const labelled = <const T extends readonly string[]>(names: T) =>
  v.array(v.object({ id: v.number(), name: v.picklist(names), label: v.string() }))
const labels = <K extends string>(of: Readonly<Record<K, { label: string }>>) =>
  Object.fromEntries(Object.entries<{ label: string }>(of).map(([name, { label }]) => [name, label])) as Record<K, string>
export const roleLabels = labels<RoleName>(roles)
export const permissionLabels = labels<PermissionName>(permissions)

const {
  list,
  get: one,
  ...writes
} = crud('/users', {
  fields: {
    name: text('Nome e cognome', { min: 2, max: 120 }),
    email: email('Email'),
    roles: v.optional(choices('Ruoli', roleLabels), []),
    permissions: v.optional(choices('Permessi', permissionLabels), []),
    fiscalCode: optional(fiscalCode('Codice fiscale')),
    phone: optional(phone('Telefono')),
    all_stations: v.optional(flag('Tutti i punti vendita'), false),
    // The specification makes this a number.
    enabled: v.optional(integer('Abilitato', { min: 0, max: 1 }), 1),
  },
  row: {
    last_login_at: v.nullable(v.string()),
    /** The user has not chosen a password yet. */
    invited: v.boolean(),
    /** A code is asked at sign-in. */
    second_factor: v.boolean(),
  },
  filters: { role: listParam(v.picklist(roleNames)), permission: listParam(v.picklist(permissionNames)), enabled: booleanParam },
  ok: ['Utente creato', 'Utente modificato', 'Utente eliminato'],
  read: 'users',
  write: 'users',
})
// `last_login_at` is written without a new data version (migration 0009), so reads of users must never be answered with 304.
const { steady: _, ...asked } = list
const { steady: __, ...read } = one

export const users = resource('users', {
  ...{ get: read, ...writes },
  list: {
    ...asked,
    bulk: {
      enable: { label: 'Abilita', call: 'update', policy: 'users', given: { enabled: 1 } },
      disable: { label: 'Disabilita', call: 'update', policy: 'users', danger: true, given: { enabled: 0 } },
    },
  },
  /** (+) Mails a link to choose a password: an invitation if the user has none yet, else a reset link. */
  invite: post('/users/{id}/invite', {
    /** False where no mail leaves this installation: a link can be handed over instead. */
    output: v.object({ leaves: v.boolean() }),
    success: [200],
    ok: 'Email con il link preparata',
    policy: 'users',
  }),
  /** (+) A link to choose a password, told here and never again, to be handed over where no mail arrives; earlier links are worth nothing any more. */
  link: post('/users/{id}/link', {
    output: v.object({ address: v.string(), invitation: v.boolean() }),
    ok: 'Link creato',
    policy: 'users',
    unstored: true,
  }),
  /** (+) Takes the second factor from a person who has lost it. The sessions end, and the person is told. */
  resetSecondFactor: post('/users/{id}/reset-second-factor', {
    envelope: 'none',
    success: [200],
    ok: 'Verifica in due passaggi reimpostata',
    policy: 'users',
  }),
  /** Enabled users by name, at most 1,000. */
  suggest: get('/suggestions/all-users', {
    query: v.object({ ...suggestionQuery, role: v.optional(v.picklist(roleNames)) }),
    output: UserHint,
    envelope: 'list',
    policy: 'lookup.users',
    steady: true,
  }),
  roles: get('/all-roles', {
    output: v.object({ data: labelled(roleNames), meta: v.object({ permissions: labelled(permissionNames) }) }),
    envelope: 'bare',
    policy: 'lookup.users',
  }),
})
/** The accounts of all managers at once; its handler stands apart because it needs those of managements. */
export const userSync = resource('users', {
  /** Makes, links and enables the account of each manager who runs a station, and disables those of the others. */
  sync: {
    ...put('/users/manager/sync', {
      envelope: 'none',
      success: [204],
      ok: 'Sincronizzazione effettuata',
      touches: ['managers', 'managements'],
      policy: 'users',
    }),
    method: 'PATCH',
  },
})
