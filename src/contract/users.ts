import * as v from 'valibot'
import { get, resource } from './endpoint.ts'
import { typed } from './filters.ts'
import { permissionNames, roleNames } from './roles.ts'

/** Doc 1 §7 (users); domain.md 1.1. */
export const UserHint = v.object({ id: v.number(), name: v.string(), email: v.string() })
export type UserHint = v.InferOutput<typeof UserHint>
const labelled = <const T extends readonly string[]>(names: T) =>
  v.array(v.object({ id: v.number(), name: v.picklist(names), label: v.string() }))

export const users = resource('users', {
  /** Enabled users by name, at most 1,000. */
  suggest: get('/suggestions/all-users', {
    query: v.object({ ...typed, role: v.optional(v.picklist(roleNames)) }),
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
