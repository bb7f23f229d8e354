import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { inspectionModels, MODEL_STATUSES, type Model, ModelFields, type SectionInput } from '../../../src/contract/inspections/models.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { withNewKeys } from '../../../src/rules/inspections/keys.ts'
import { mayRemoveModel, modelMayBecome } from '../../../src/rules/inspections/model-states.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { inspection_models as table } from '../../db/schema/inspections/inspections.ts'
import { readyModels } from '../../db/seed/inspections/model-library.ts'
import { firstFreeName } from '../../domain/inspections/model-definition.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { isOlder, problem } from '../../lib/core/problem.ts'
import { matches, ordering, paged, unique } from '../../lib/tables/table.ts'
import { checkSections, questionKeys, saveSections, sectionInput } from './save-sections.ts'
import { sectionHandlers } from './sections.ts'
import { findModel, freezeVersions, hasUnfrozenChanges, sectionsOf } from './versions.ts'
import { formFile, previewOf, readFormFile } from './xlsform.ts'

const usedCount = sql<number>`(select count(*)::int from inspections i where i.model_id = inspection_models.id and i.deleted_at is null)`
const sectionCount = sql<number>`(select count(*)::int from inspection_categories c where c.model_id = inspection_models.id)`
const questionCount = sql<number>`(select coalesce(sum(jsonb_array_length(c.questions)), 0)::int from inspection_categories c
  where c.model_id = inspection_models.id)`
const notDeleted = isNull(table.deleted_at)
const uniqueErrors = {
  inspection_models_code: ['code', messages.unique('Codice')],
  inspection_models_name: ['name', messages.unique('Nome')],
  inspection_models_ticket_category: ['ticket_category_id', messages.exists('Categoria ticket')],
  inspection_models_group: ['notification_group_id', messages.exists('Gruppo di notifica')],
} as const

const rows = <M extends Record<string, SQL>>(db: Db, where: SQL | undefined, order: SQL[] = [], limit = 1000, offset = 0, more = {} as M) =>
  db
    .select({ ...getTableColumns(table), ...more, sections_count: sectionCount, questions_count: questionCount, used_count: usedCount })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)

/** The whole record as it is edited. */
async function fullModel(id: number, { db }: Context): Promise<Model> {
  const [row] = await rows(db, and(notDeleted, eq(table.id, id)))
  if (!row) throw problem.notFound()
  const categories = await sectionsOf(db, id)
  return { ...row, categories, changed: await hasUnfrozenChanges(db, row, categories) }
}
async function insertModel(values: typeof table.$inferInsert, sections: readonly SectionInput[], context: Context): Promise<Model> {
  const by = { created_by: context.user.id, updated_by: context.user.id }
  const stamp = { created_at: context.now.toISOString(), updated_at: context.now.toISOString() }
  const [row] = await unique(uniqueErrors, () =>
    context.db
      .insert(table)
      .values({ ...values, ...by, ...stamp })
      .returning(),
  )
  await saveSections(row!.id, sections, context)
  await checkSections(context.db, row!, new Set())
  const saved = await fullModel(row!.id, context)
  context.audit({ entity_id: saved.id })
  await context.history('inspection_model', saved.id, 'created', null, saved)
  return saved
}
const modelNames = (db: Db) => db.select({ id: table.id, code: table.code, name: table.name }).from(table).where(notDeleted)

export default implement(inspectionModels, {
  list(input, context) {
    const { db } = context
    const where = and(
      notDeleted,
      matches(input.search ?? input.query, table.name, table.code),
      input.status?.length ? inArray(table.status, input.status) : undefined,
    )
    const order = ordering(
      input.sort,
      { name: table.name, code: table.code, updated_at: table.updated_at, used_count: usedCount },
      table.id,
    )
    return paged(input, context, [table, where], (in_all, limit, offset) => rows(db, where, order, limit, offset, { in_all }))
  },
  get: ({ id }, context) => fullModel(id, context),
  create: ({ categories = [], ...fields }, context) => insertModel(fields, categories, context),
  async update({ id, rev, categories, ...changes }, context) {
    const { db, now, user } = context
    const row = await findModel(db, id, true)
    if (!row) throw problem.notFound()
    const before = await fullModel(id, context)
    if (isOlder(rev, row.rev)) throw problem.stale(before)
    const to = changes.status ?? row.status
    if (to !== row.status && !modelMayBecome(row.status, to))
      throw problem.conflict(`Passaggio di stato non consentito: da "${MODEL_STATUSES[row.status]}" a "${MODEL_STATUSES[to]}".`)
    const keys = questionKeys(await sectionsOf(db, id))
    const [next] = await unique(uniqueErrors, () =>
      db
        .update(table)
        .set({ ...changes, rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
        .where(eq(table.id, id))
        .returning(),
    )
    if (categories) await saveSections(id, categories, context)
    await checkSections(db, next!, keys)
    const saved = await fullModel(id, context)
    await context.history('inspection_model', id, to === row.status ? 'updated' : 'status', before, saved)
    return saved
  },
  async remove({ id }, context) {
    const row = await findModel(context.db, id, true)
    if (!row) return undefined
    const before = await fullModel(id, context)
    const answer = mayRemoveModel(before, context.user)
    if (answer === 'impossible')
      throw problem.conflict(
        `Il modello è utilizzato da ${howMany(before.used_count, 'verifica', 'verifiche')}: archiviarlo invece di eliminarlo.`,
      )
    if (answer === 'forbidden') throw problem.forbidden()
    await context.db.update(table).set({ deleted_at: context.now.toISOString() }).where(eq(table.id, id))
    await context.history('inspection_model', id, 'deleted', before, null)
    return undefined
  },
  async clone({ id }, context) {
    const row = await findModel(context.db, id)
    if (!row) throw problem.notFound()
    const others = await modelNames(context.db)
    const { id: _id, rev: _rev, version: _version, deleted_at: _deleted, ...fields } = row
    const stem = row.code.slice(0, 17)
    const code = firstFreeName(
      others.map((other) => other.code),
      (n) => `${stem}-${n}`,
      2,
    )
    const title = `Copia di ${row.name}`.slice(0, 112)
    const name = firstFreeName(
      others.map((other) => other.name),
      (n) => (n === 1 ? title : `${title} (${n})`),
    )
    const sections = withNewKeys(await sectionsOf(context.db, id))
    return insertModel({ ...fields, code, name, status: 'draft' }, sections.map(sectionInput), context)
  },

  async library(_input, { db }) {
    const made = await modelNames(db)
    return readyModels.map(({ definition: { code, name, categories }, description, minutes }) => ({
      code,
      name,
      description,
      minutes,
      categories: categories.length,
      questions: categories.reduce((sum, section) => sum + section.questions.length, 0),
      model_id: made.find((model) => model.code === code)?.id ?? null,
    }))
  },
  importReady({ code }, context) {
    const ready = readyModels.find(({ definition }) => definition.code === code)
    if (!ready) throw problem.notFound()
    const { definition, ...about } = ready
    const { categories, ...fields } = v.parse(ModelFields, { ...about, ...definition })
    return insertModel(fields, categories ?? [], context)
  },

  previewForm: preparedWrite(
    ({ files }, context) => readFormFile(files, context),
    async (_, { db }, form) => previewOf(form, await modelNames(db)),
  ),
  form: async ({ id }, context) => formFile(await fullModel(id, context)),

  async suggest(input, { db }) {
    const typed = input.value ?? input.search ?? input.query
    const found = await rows(db, and(notDeleted, eq(table.status, 'active'), matches(typed, table.name, table.code)), [
      sql`lower(${table.name})`,
    ])
    return found.map(({ sections_count, questions_count, ...row }) => ({ ...row, categories: sections_count, questions: questions_count }))
  },
  /** Freezes what is not frozen yet, so that the hash a device begins a verifica with is one the server knows. */
  offline: (_input, { db, user, now }) =>
    db.transaction(async (tx) => {
      const active = await tx
        .select()
        .from(table)
        .where(and(notDeleted, eq(table.status, 'active')))
        .orderBy(table.name)
      const versions = await freezeVersions(tx, active, user.id, now)
      return active.map((model, at) => {
        const { version, hash, definition } = versions[at]!
        return { ...model, version, hash, definition }
      })
    }),

  ...sectionHandlers,
})
