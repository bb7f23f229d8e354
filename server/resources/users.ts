import { and, arrayContains, eq, isNull } from 'drizzle-orm'
import { permissionNames, permissions, roleNames, roles } from '../../src/contract/roles.ts'
import { users as contract } from '../../src/contract/users.ts'
import { folded } from '../db/folded.ts'
import { users } from '../db/schema/people.ts'
import { implement } from '../lib/implement.ts'
import { matches } from '../lib/table.ts'

export default implement(contract, {
  suggest(input, { db }) {
    const typed = input.value ?? input.search ?? input.query
    return db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(
        and(
          eq(users.enabled, 1),
          isNull(users.deleted_at),
          matches(typed, users.name, users.email),
          input.role && arrayContains(users.roles, [input.role]),
        ),
      )
      .orderBy(folded(users.name), users.id)
      .limit(1000)
  },
  roles: () => ({
    data: roleNames.map((name) => ({ id: roles[name].id, name, label: roles[name].label })),
    meta: { permissions: permissionNames.map((name) => ({ id: permissions[name].id, name, label: permissions[name].label })) },
  }),
})
