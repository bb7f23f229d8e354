import { and, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { documents as contract, documentCategories, type ManagedDocument } from '../../../src/contract/content/documents.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { inWords } from '../../db/folded.ts'
import { document_readers as readers, documents as table } from '../../db/schema/content/documents.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { saveRow, storeBytes, type Upload } from '../../lib/files/files.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'
import { notify } from '../notifications/notify.ts'
import { isReached, namesOf, needAudience, reached } from './audience.ts'
import { alive, isOpenTo, OWNER_TYPE, openFile, type Stored, versionsOf } from './read-documents.ts'

const readAt = (user: User) => sql<
  string | null
>`(select to_char(r.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from ${readers} r
  where r.document_id = ${table.id} and r.user_id = ${user.id} and r.version = ${table.version})`
const columns = (user: User) => ({ ...getTableColumns(table), my_read_at: readAt(user) })
const sorts = {
  created_at: table.created_at,
  name: table.name,
  category: inWords(table.category, documentCategories),
  size: table.size,
  valid_to: table.valid_to,
}
type Query = v.InferOutput<typeof contract.list.query>

function listOf(input: Query, within: SQL | undefined, context: Context) {
  const { search, query, category, expired, unread } = input
  const { db, user, now } = context
  const where = and(
    ...[alive, within, matches(search ?? query, table.name, table.description, table.originalName)],
    category?.length ? inArray(table.category, category) : undefined,
    expired === undefined ? undefined : sql`coalesce(${lt(table.valid_to, dayInRome(now))}, false) = ${expired}`,
    unread === undefined ? undefined : sql`(${readAt(user)} is null) = ${unread}`,
  )
  const order = ordering(input.sort ?? contract.list.order, sorts, table.id)
  const rows = (in_all: SQL<number>, limit: number, offset: number) =>
    db
      .select({ ...columns(user), in_all })
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  return paged(input, context, [table, where], rows)
}
/** What those who manage documents see of a row besides. */
async function managed<R extends Stored & { my_read_at: string | null }>(
  rows: readonly R[],
  { db }: Pick<Context, 'db'>,
): Promise<(R & ManagedDocument)[]> {
  const made = []
  for (const row of rows) {
    const { roles, stations, users: people } = row
    const permissions = { roles, stations, users: people, ...(await namesOf({ stations, users: people }, db)) }
    made.push({ ...row, permissions, visible_to: await db.$count(users, isReached({ roles, stations, users: people })) })
  }
  return made
}
const byIds = async (ids: readonly number[], context: Context) =>
  managed(
    await context.db
      .select(columns(context.user))
      .from(table)
      .where(and(inArray(table.id, [...ids]), alive))
      .orderBy(table.id),
    context,
  )
/** Tells those who may see a document and were not told of it yet, once each. */
async function tellNewlyEntitled(one: Stored, context: Context): Promise<void> {
  const { db, now } = context
  const audience = { roles: one.roles, stations: one.stations, users: one.users }
  const fresh = await db
    .insert(readers)
    .select(
      db
        .select({
          ...{ document_id: sql<number>`${one.id}::int`.as('document_id'), user_id: users.id },
          told_at: sql<string>`${now.toISOString()}::timestamptz`.as('told_at'),
          ...{ read_at: sql`null::timestamptz`.as('read_at'), version: sql`null::int`.as('version') },
        })
        .from(users)
        .where(isReached(audience)) as never,
    )
    .onConflictDoNothing()
    .returning({ user_id: readers.user_id })
  if (!fresh.length) return
  await notify(
    {
      ...{ event: 'document_shared', subject: { type: 'document', id: one.id, link: '/documenti' }, groups: 'none' },
      // They are those whom the permissions reach.
      mayRead: () => true,
      ...{ title: `Nuovo documento: ${one.name}`, text: one.description ?? 'È disponibile tra i tuoi documenti.' },
      people: fresh.map(({ user_id }) => ({ user_id, reason: 'Ti è stato dato il permesso di vedere il documento.' })),
      by: context.user.id,
    },
    context,
  )
}
async function locked(id: number, db: Db): Promise<Stored> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), alive))
    .for('update')
  if (!row) throw problem.notFound()
  return row
}
async function addVersion(before: Stored, facts: object, { db, user, now, history }: Context): Promise<void> {
  const stamp = { version: before.version + 1, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
  const [after] = await db
    .update(table)
    .set({ ...facts, ...stamp })
    .where(eq(table.id, before.id))
    .returning()
  await history('document', before.id, 'updated', before, after)
}

export default implement(contract, {
  async list(input, context) {
    const page = await listOf(input, undefined, context)
    return { ...page, data: await managed(page.data, context) }
  },
  mine: (input, context) => listOf(input, isOpenTo(context.user), context),
  upload: preparedWrite(
    async ({ files: uploads, document_id, isEncrypted }: Parsed<typeof contract.upload, Upload>, context: Context) => {
      if (!uploads.length) throw problem.unprocessable('Assicurati di aver selezionato un file')
      if (document_id && uploads.length > 1) throw problem.unprocessable('Una nuova versione è un solo file.')
      const [now] = document_id ? await context.db.select({ sealed: table.isEncrypted }).from(table).where(eq(table.id, document_id)) : []
      const sealed = isEncrypted || !!now?.sealed
      const store = { ...context, files: sealed ? context.files.sealed : context.files }
      const stored = []
      for (const upload of uploads) stored.push(await storeBytes(upload, store))
      return { stored, sealed }
    },
    async ({ document_id, name, description, category, valid_to }, context, { stored, sealed }): Promise<ManagedDocument[]> => {
      const { db, user } = context
      const ids: number[] = []
      // Locked before its file has a row: the files of a document are its versions in the order of their ids.
      const before = document_id ? await locked(document_id, db) : undefined
      for (const one of stored) {
        const file = await saveRow(one, { type: OWNER_TYPE, id: document_id ?? null, ...(sealed && { isEncrypted: true }) }, context)
        const facts = {
          file_id: file.id,
          originalName: one.name,
          extension: one.extension,
          mime: one.mime,
          size: one.size,
          isEncrypted: sealed,
        }
        if (before) {
          await addVersion(before, facts, context)
          ids.push(before.id)
          continue
        }
        const named = stored.length === 1 && name ? name : one.name.replace(/\.[^.]+$/, '')
        const [row] = await db
          .insert(table)
          .values({ ...facts, name: named, description, category, valid_to, created_by: user.id, updated_by: user.id })
          .returning()
        await db.update(files).set({ owner_id: row!.id }).where(eq(files.id, file.id))
        await context.history('document', row!.id, 'created', null, row)
        ids.push(row!.id)
      }
      context.audit({ entity_id: ids[0]! })
      return byIds(ids, context)
    },
  ),
  file: ({ id }, context) => openFile(id, undefined, context),
  versionFile: ({ id, version }, context) => openFile(id, version, context),
  versions: ({ id }, context) => versionsOf(id, context),
  async update({ id, rev, ...fields }, context) {
    const { db, user, now, history } = context
    const before = await locked(id, db)
    if (rev !== before.rev) throw problem.stale((await byIds([id], context))[0])
    const stamp = { rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
    const [after] = await db
      .update(table)
      .set({ ...fields, ...stamp })
      .where(eq(table.id, id))
      .returning()
    await history('document', id, 'updated', before, after)
    return (await byIds([id], context))[0]!
  },
  async remove({ id }, { db, now, history }) {
    const [before] = await db
      .select()
      .from(table)
      .where(and(eq(table.id, id), alive))
      .for('update')
    if (!before) return undefined
    await db.update(table).set({ deleted_at: now.toISOString() }).where(eq(table.id, id))
    await history('document', id, 'deleted', before, null)
    return undefined
  },
  async setPermissions({ document_id, document_ids, ...audience }, context) {
    const { db, user, now, history } = context
    const ids = [...new Set([...(document_id ? [document_id] : []), ...document_ids])]
    refuse({ document_id: ids.length ? undefined : 'Il campo Documento è obbligatorio.' })
    await needAudience(audience, db)
    const found = await db
      .select()
      .from(table)
      .where(and(inArray(table.id, ids), alive))
      .orderBy(table.id)
      .for('update')
    if (found.length < ids.length) throw problem.notFound()
    for (const before of found) {
      const stamp = { rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
      const [after] = await db
        .update(table)
        .set({ ...audience, ...stamp })
        .where(eq(table.id, before.id))
        .returning()
      await history('document', before.id, 'updated', before, after)
      await tellNewlyEntitled(after!, context)
    }
    context.audit({ entity_id: ids[0]! })
    return byIds(ids, context)
  },
  reached: (input, { db }) => reached(input, db),
})
