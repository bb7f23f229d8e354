import { and, eq, sql } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { ticketCategories } from '../../../src/contract/tickets/categories.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspection_models, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { default_mails, ticket_categories as table, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { countOf } from '../../lib/tables/children.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'
import { isActiveAgent } from './assign.ts'

/** The name of the row of `table` that a column of the category refers to. */
const nameOf = (of: string, column: string) =>
  sql<string | null>`(select o.name from ${sql.identifier(of)} o where o.id = ${table}.${sql.identifier(column)})`
const plain = plainOn(ticketCategories, table, {
  model: 'ticket_category',
  search: ['name'],
  sort: ['position', 'name', 'default_priority', 'sla_hours', 'models_count'],
  row: {
    models_count: countOf(inspection_models.ticket_category_id, table.id),
    parent: nameOf('ticket_categories', 'parent_id'),
    group: nameOf('notification_groups', 'notification_group_id'),
  },
  inUse: [
    [tickets.category_id, (count) => `La categoria è utilizzata da ${count} ticket: disattivarla.`],
    [default_mails.set_category_id, (count) => `La categoria è utilizzata da ${count} macro: disattivarla.`],
    [
      inspection_models.ticket_category_id,
      (count) => `La categoria è utilizzata da ${howMany(count, 'modello di verifica', 'modelli di verifica')}: disattivarla.`,
    ],
    [non_conformities.ticket_category_id, (count) => `La categoria è utilizzata da ${count} non conformità: disattivarla.`],
  ],
})
const ONE_LEVEL = 'Scegliere una categoria di primo livello.'
const HAS_SUBCATEGORIES = 'La categoria ha sottocategorie: non può stare sotto un’altra.'
interface CategoryInput {
  id?: number
  parent_id?: number | null | undefined
  default_assignee_id?: number | null | undefined
}
/** Checks the parent (categories have two levels) and the default assignee (an active agent). Fields that are not sent are not checked again. */
const checked =
  <I extends CategoryInput, R>(write: (input: I, context: Context) => R) =>
  async (input: I, context: Context): Promise<Awaited<R>> => {
    const { db } = context
    const { id, parent_id, default_assignee_id } = input
    const errors: Record<string, string | undefined> = {}
    if (parent_id) {
      // Two requests at once could put two categories under each other, so one waits for the other.
      await db.execute(sql`select pg_advisory_xact_lock(hashtext('ticket_categories'))`)
      const [parent] = await db.select({ under: table.parent_id }).from(table).where(eq(table.id, parent_id))
      if (!parent) errors.parent_id = messages.exists('Categoria superiore')
      else if (parent.under !== null || parent_id === id) errors.parent_id = ONE_LEVEL
      else if (id && (await db.$count(table, eq(table.parent_id, id)))) errors.parent_id = HAS_SUBCATEGORIES
    }
    if (default_assignee_id && !(await db.$count(users, and(eq(users.id, default_assignee_id), isActiveAgent()))))
      errors.default_assignee_id = messages.exists('Assegnatario')
    refuse(errors)
    return await write(input, context)
  }
export default implement(ticketCategories, {
  ...plain,
  create: checked(plain.create),
  update: checked(plain.update),
  async remove(input, context) {
    const under = await context.db.$count(table, eq(table.parent_id, input.id))
    if (under) throw problem.conflict(`La categoria ha ${under} sottocategorie: spostarle o disattivarla.`)
    return plain.remove(input, context)
  },
})
