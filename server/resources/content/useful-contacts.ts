import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type ContactKind, contactContainers, contactItems, usefulContacts } from '../../../src/contract/content/useful-contacts.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { contactValue } from '../../../src/rules/content/contact-value.ts'
import { contact_categories, contact_containers, contact_items } from '../../db/schema/content/useful-contacts.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { orderedOn } from '../../lib/tables/ordered-on.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

/** The categories for one of the person's roles; those who may write see all. */
export const contactScope = ({ roles, permissions }: Pick<User, 'roles' | 'permissions'>): SQL | undefined =>
  allows('contacts.write', { roles, permissions })
    ? undefined
    : or(sql`${contact_categories.roles} = '{}'`, sql`${contact_categories.roles} && ${`{${roles}}`}::text[]`)

/** Says how many there are of something, in Italian. */
const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
/** Deletes the rows under a record, each with its history; without `force` they hold the deletion back. */
async function removeUnder(
  { table, owner, model }: { table: PgTable & { id: AnyPgColumn }; owner: AnyPgColumn; model: HistoryModel },
  ids: readonly number[],
  { db, history }: Context,
): Promise<number[]> {
  if (!ids.length) return []
  const rows = (await db
    .delete(table)
    .where(inArray(owner, [...ids]))
    .returning()) as { id: number }[]
  for (const row of rows) await history(model, row.id, 'deleted', row, null)
  return rows.map(({ id }) => id)
}
const itemsUnder = { table: contact_items, owner: contact_items.container_id, model: 'contact_item' } as const
const containersUnder = { table: contact_containers, owner: contact_containers.category_id, model: 'contact_container' } as const

const categories = plainOn(usefulContacts, contact_categories, { model: 'contact_category', search: ['name'], sort: ['position', 'name'] })
export const usefulContactCalls = implement(usefulContacts, {
  ...categories,
  async list(_, { db, user }) {
    const order = (table: { position: AnyPgColumn; id: AnyPgColumn }) => [asc(table.position), asc(table.id)]
    const found = await db
      .select()
      .from(contact_categories)
      .where(contactScope(user))
      .orderBy(...order(contact_categories))
    const ids = found.map(({ id }) => id)
    const containers = await db
      .select()
      .from(contact_containers)
      .where(inArray(contact_containers.category_id, ids))
      .orderBy(...order(contact_containers))
    const items = await db
      .select()
      .from(contact_items)
      .where(
        inArray(
          contact_items.container_id,
          containers.map(({ id }) => id),
        ),
      )
      .orderBy(...order(contact_items))
    return found.map((category) => ({
      ...category,
      containers: containers
        .filter(({ category_id }) => category_id === category.id)
        .map((container) => ({ ...container, items: items.filter(({ container_id }) => container_id === container.id) })),
    }))
  },
  async remove({ id, force }, context) {
    const { db } = context
    // The lock keeps a container from being put in meanwhile.
    await db.select().from(contact_categories).where(eq(contact_categories.id, id)).for('update')
    const under = await db.$count(contact_containers, eq(contact_containers.category_id, id))
    if (under && !force) throw problem.conflict(`La categoria contiene ${some(under, 'contenitore', 'contenitori')}.`, { code: 'holds' })
    const containers = await db.select().from(contact_containers).where(eq(contact_containers.category_id, id))
    const ids = containers.map((one) => one.id)
    await removeUnder(itemsUnder, ids, context)
    await removeUnder(containersUnder, [id], context)
    return categories.remove({ id }, context)
  },
})

const containers = plainOn(contactContainers, contact_containers, {
  model: 'contact_container',
  search: ['name'],
  sort: ['position', 'name'],
  sentences: { contact_containers_name: ['name', 'Nella categoria esiste già un contenitore con questo nome.'] },
})
export const contactContainerCalls = implement(contactContainers, {
  ...containers,
  ...orderedOn(contact_containers, 'contact_container', containers, 'category_id'),
  async remove({ id, force }, context) {
    const { db } = context
    await db.select().from(contact_containers).where(eq(contact_containers.id, id)).for('update')
    const under = await db.$count(contact_items, eq(contact_items.container_id, id))
    if (under && !force) throw problem.conflict(`Il contenitore contiene ${some(under, 'elemento', 'elementi')}.`, { code: 'holds' })
    await removeUnder(itemsUnder, [id], context)
    return containers.remove({ id }, context)
  },
})

interface ItemInput {
  id?: number
  kind?: ContactKind
  value?: string
}
/** Checks the value by the kind; an update may bring one of them alone. */
const checked =
  <I extends ItemInput, R>(write: (input: I, context: Context) => R) =>
  async (input: I, context: Context): Promise<Awaited<R>> => {
    let { kind, value } = input
    if (input.id !== undefined && (kind === undefined) !== (value === undefined)) {
      const [now] = await context.db
        .select()
        .from(contact_items)
        .where(and(eq(contact_items.id, input.id)))
      if (!now) throw problem.notFound()
      kind ??= now.kind
      value ??= now.value
    }
    if (kind === undefined || value === undefined) return await write(input, context)
    const seen = contactValue(kind, value)
    refuse({ value: seen.problem })
    return await write({ ...input, value: seen.problem === undefined ? seen.value : value }, context)
  }
const items = plainOn(contactItems, contact_items, { model: 'contact_item', search: ['label'], sort: ['position', 'label'] })
const ordered = orderedOn(contact_items, 'contact_item', items, 'container_id')
export const contactItemCalls = implement(contactItems, {
  ...ordered,
  create: checked(ordered.create),
  update: checked(items.update),
})
