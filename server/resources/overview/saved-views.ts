import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { savedViews as contract } from '../../../src/contract/kernel/saved-views.ts'
import { saved_views as table } from '../../db/schema/overview/saved-views.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'

/** A person has so many at most. */
const MOST = 200
const own = ({ user }: Context) => eq(table.created_by, user.id)
const shared = ({ user }: Context) => sql`${table.roles} && ${sql.param(user.roles)}::text[]`
const isAdmin = ({ user }: Context) => allows('super', user)
/** Anybody keeps views; whom they are for besides is for administrators to say. */
function needAdmin(context: Context) {
  if (!isAdmin(context)) throw problem.invalid({ roles: 'Solo un amministratore può condividere una vista.' })
}
const { create, update, remove } = crudOn(contract, table, {
  model: 'saved_view',
  search: ['name'],
  sort: ['name'],
  // Those that are shared are kept in order by administrators too.
  scope: (context) => (isAdmin(context) ? or(own(context), sql`${table.roles} <> '{}'`) : own(context)),
})
/** A list opens with one view: the last that was made so. */
const alone = (made: { id: number; standard: boolean; screen: string }, context: Context) =>
  made.standard
    ? context.db
        .update(table)
        .set({ standard: false })
        .where(and(own(context), eq(table.screen, made.screen), ne(table.id, made.id), table.standard))
    : undefined

export default implement(contract, {
  list: (_, context) =>
    context.db
      .select()
      .from(table)
      .where(or(own(context), shared(context)))
      .orderBy(asc(table.screen), asc(sql`lower(${table.name})`), asc(table.id)) as never,
  async get({ key }, { db }) {
    const [found] = await db.select().from(table).where(eq(table.key, key))
    return (found ?? null) as never
  },
  async create(input, context) {
    if (input.roles.length) needAdmin(context)
    if ((await context.db.$count(table, own(context))) >= MOST) throw problem.conflict('Hai troppe viste: elimina quelle che non usi.')
    const made = await create(input, context)
    await alone(made, context)
    return made as never
  },
  async update(input, context) {
    if (input.roles) needAdmin(context)
    const made = await update(input, context)
    await alone(made, context)
    return made as never
  },
  remove,
})
