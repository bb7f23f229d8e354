import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { type Compared, history as contract, type HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { historyModels } from '../../../src/rules/overview/history-models.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { masked } from '../../lib/core/audit.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { validate } from '../../lib/core/input.ts'
import { problem } from '../../lib/core/problem.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { among, COUNTED, isPerson, named, within } from '../../lib/tables/history-filters.ts'
import { has, ordering, wordsOf } from '../../lib/tables/table.ts'
import { withNames } from './history-names.ts'
import { readableHistory } from './history-scope.ts'
import { revertible } from './revertible.ts'

const past = model_history
/** 'Banca' */
const models = Object.fromEntries(Object.entries(historyModels).map(([model, { name }]) => [model, name]))
const person = { id: users.id, name: users.name }
const author = eq(users.id, past.user_id)
/** A missing value counts as null: a new record changes the fields it fills in. */
const stored = (values: typeof past.old | typeof past.new, field: string) => sql`coalesce(${values} -> ${field}::text, 'null')`
const changes = (field: string) => sql`${stored(past.old, field)} <> ${stored(past.new, field)}`
/** The changes of managements and of what names them: cash, remuneration, obligations. */
const ofManagements = (ids: readonly number[]) =>
  or(
    and(eq(past.model, 'management'), inArray(past.model_id, [...ids])),
    and(
      inArray(past.model, ['cash_fund', 'remuneration', 'management_obligation']),
      inArray(sql`(coalesce(${past.new}, ${past.old}) ->> 'management_id')::int`, [...ids]),
    ),
  )
const found = ({ db }: Context) => db.select({ row: past, user: person }).from(past).leftJoin(users, author).$dynamic()

/** Instants read from the database and from JSON are written alike; what is absent is null. */
const same = (a: unknown, b: unknown) => isDeepStrictEqual(JSON.parse(JSON.stringify(a ?? null)), JSON.parse(JSON.stringify(b ?? null)))

/** A change beside the record as it is now. 404 for one that the caller may not read. */
async function compare(id: number, context: Context): Promise<Compared> {
  const { user } = context
  const [one] = await found(context).where(and(eq(past.id, id), readableHistory(user)))
  if (!one) throw problem.notFound()
  const [change] = (await withNames(context.db, [{ ...one.row, user: one.user }])) as [typeof one.row & { user: typeof one.user }]
  const { old, new: made, model, model_id } = change
  const record = revertible[model as HistoryModel]
  const current = masked(await record?.current(model_id, context))
  const may = record && current && allows(record.update.endpoint.policy, user) && (await (record.mayChange?.(current, context) ?? true))
  const readable = !!record
  if (!may || !old || !made) return { ...change, current, readable, revertible: [], conflicts: [] }
  const names = Object.keys(record.update.endpoint.body!.entries).filter(
    (name) => name !== 'rev' && name in old && name in current && !same(old[name], made[name]),
  )
  const disputed = names.filter((name) => !same(made[name], current[name]))
  const later = disputed.length
    ? await found(context)
        .where(and(eq(past.model, model), eq(past.model_id, model_id), gt(past.id, id)))
        .orderBy(asc(past.id))
    : []
  const conflicts = disputed.map((field) => {
    const last = later.findLast(({ row }) => !same(row.old?.[field], row.new?.[field]))
    return { field, user: last?.user ?? null, at: last?.row.created_at ?? null }
  })
  return { ...change, current, readable, revertible: names, conflicts }
}

export default implement(contract, {
  list: exportableList((input, { db, user: caller }) => {
    const where = and(
      readableHistory(caller),
      within(past.created_at, input),
      among(past.model, input.model),
      among(past.model_id, input.model_id),
      input.management_id?.length ? ofManagements(input.management_id) : undefined,
      among(past.event, input.event),
      among(past.user_id, input.user_id),
      input.field?.length ? or(...input.field.map(changes)) : undefined,
      ...wordsOf(input.search ?? input.query).map((word) =>
        or(
          isPerson(db, past.user_id, word),
          inArray(past.model, named(models, word)),
          has(past.model, word),
          has(sql`${past.model_id}::text`, word),
        ),
      ),
    )
    const order = ordering(input.sort ?? contract.list.order, { created_at: past.id }, past.id)
    return {
      ...{ id: past.id, from: sql`${past} left join ${users} on ${author}`, where, order, most: COUNTED },
      async rows({ where, in_all, limit, offset }) {
        const rows = await db
          .select({ row: past, user: person, in_all })
          .from(past)
          .leftJoin(users, author)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
        return withNames(
          db,
          rows.map(({ row, ...more }) => ({ ...row, ...more })),
        )
      },
    }
  }),
  get: ({ id }, context) => compare(id, context),
  async revert({ id, fields, rev }, context) {
    const { old, model, model_id, current, revertible: names } = await compare(id, context)
    const record = revertible[model as HistoryModel]
    if (!record) throw problem.unprocessable('Le modifiche di questo tipo non si possono ripristinare.')
    const { endpoint, handler } = record.update
    if (!allows(endpoint.policy, context.user)) throw problem.forbidden()
    if (!current) throw problem.conflict('Il record è stato eliminato.')
    if (record.mayChange && !(await record.mayChange(current, context))) throw problem.forbidden()
    const foreign = fields.filter((name) => !names.includes(name))
    if (foreign.length) throw problem.unprocessable(`Questa modifica non riguarda: ${foreign.join(', ')}.`)
    context.audit({ action: 'ripristino', entity: endpoint.resource, entity_id: model_id })
    const body = { ...Object.fromEntries(fields.map((name) => [name, old![name] ?? null])), rev }
    // As the call itself would have it: today's rules, sentences by field, 409 for a record that was changed since it was seen.
    const restored: Context = { ...context, history: (of, one, _, before, after) => context.history(of, one, 'restored', before, after) }
    await handler(validate(endpoint, { path: { id: String(model_id) }, query: {}, body }), restored)
    return compare(id, context)
  },
})
