import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { notificationGroups as contract } from '../../../src/contract/notifications/groups.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { folded } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { expirations } from '../../db/schema/expirations/expirations.ts'
import { inspection_models } from '../../db/schema/inspections/inspections.ts'
import { notification_group_users, notification_groups as table } from '../../db/schema/notifications/notifications.ts'
import { ticket_categories } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { isOlder, problem, refuse } from '../../lib/core/problem.ts'
import { countOf } from '../../lib/tables/children.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { addressProblem } from './notify.ts'

const model = 'notification_group'
const crud = crudOn(contract, table, {
  model,
  search: ['name', 'description'],
  sort: ['name', 'users_count'],
  row: { users_count: countOf(notification_group_users.group_id, table.id) },
  inUse: [
    [
      ticket_categories.notification_group_id,
      (count) => `Il gruppo è utilizzato da ${howMany(count, 'categoria di ticket', 'categorie di ticket')}: disattivarlo.`,
    ],
    [
      inspection_models.notification_group_id,
      (count) => `Il gruppo è utilizzato da ${howMany(count, 'modello di verifica', 'modelli di verifica')}: disattivarlo.`,
    ],
    [expirations.notification_group_id, (count) => `Il gruppo è utilizzato da ${howMany(count, 'scadenza', 'scadenze')}: disattivarlo.`],
  ],
})
const { id, name, email, roles } = users
const isActive = and(eq(users.enabled, 1), isNull(users.deleted_at))
const members = (db: Db, group: number) =>
  db
    .select({ id, name, email, roles })
    .from(notification_group_users)
    .innerJoin(users, eq(id, notification_group_users.user_id))
    .where(and(eq(notification_group_users.group_id, group), isNull(users.deleted_at)))
    .orderBy(asc(folded(name)), asc(id))
const record = async (group: number, context: Context) => {
  const [row, people] = [await crud.get({ id: group }, context), await members(context.db, group)]
  return { ...row, users_count: people.length, users: people.map((one) => one.id), people }
}
const namesOf = (people: readonly { name: string }[]) => ({ users: people.map(({ name }) => name).join(', ') })

/** Replaces the members of the group, if `wanted` is given, and answers with the group. */
async function replaceMembers(group: number, wanted: readonly number[] | undefined, context: Context) {
  const { db } = context
  if (wanted) {
    const before = await members(db, group)
    const added = [...new Set(wanted)].filter((one) => !before.some(({ id }) => id === one))
    const gone = before.map(({ id }) => id).filter((one) => !wanted.includes(one))
    const known = added.length
      ? await db
          .select({ id })
          .from(users)
          .where(and(inArray(id, added), isActive))
      : []
    refuse({ users: known.length < added.length ? messages.exists('Utenti') : undefined })
    const one = eq(notification_group_users.group_id, group)
    if (gone.length) await db.delete(notification_group_users).where(and(one, inArray(notification_group_users.user_id, gone)))
    if (added.length) await db.insert(notification_group_users).values(added.map((user_id) => ({ group_id: group, user_id })))
    if (added.length + gone.length) await context.history(model, group, 'updated', namesOf(before), namesOf(await members(db, group)))
  }
  return record(group, context)
}

export default implement(contract, {
  ...crud,
  get: ({ id: group }, context) => record(group, context),
  async create({ users: wanted, ...input }, context) {
    refuse({ emails: addressProblem(input.emails) })
    return replaceMembers((await crud.create(input, context)).id, wanted, context)
  },
  async update({ users: wanted, ...input }, context) {
    refuse({ emails: addressProblem(input.emails) })
    // A stale save gets the members too, which the plain update does not know.
    const [now] = await context.db.select({ rev: table.rev }).from(table).where(eq(table.id, input.id)).for('update')
    if (now && isOlder(input.rev, now.rev)) throw problem.stale(await record(input.id, context))
    return replaceMembers((await crud.update(input, context)).id, wanted, context)
  },
  names: (_, { db }) => db.select({ id: table.id, name: table.name }).from(table).where(eq(table.active, true)).orderBy(asc(table.name)),
  available: (_, { db }) =>
    db
      .select({ id, name, email, roles })
      .from(users)
      .where(isActive)
      .orderBy(asc(folded(name)), asc(id)),
})
