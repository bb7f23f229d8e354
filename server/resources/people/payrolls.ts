import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { type PayKind, payProblems } from '../../../src/contract/people/pay-words.ts'
import { payCommands as commandContract, cuds as cudContract, payrolls as payrollContract } from '../../../src/contract/people/payrolls.ts'
import { folded, sortKey } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { pay_documents } from '../../db/schema/people/payslips.ts'
import type { Period } from '../../domain/people/pay-pages.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { type Handlers, implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { readFile, type Upload } from '../../lib/files/files.ts'
import { type ListInput, matches, neverNull, ordering, paged } from '../../lib/tables/table.ts'
import { batchOf, discardBatch, listBatches, lockBatch, publishBatch, withdrawBatch } from './pay-batches.ts'
import { dropUnused, isDoubled } from './pay-import.ts'
import { startBatch, storeUploads, takeDropped } from './pay-upload.ts'

const publishes = (user: Context['user']) => allows('payroll.admin', user)
/**
 * The published documents a person sees: all of them who publishes, anybody else the own ones alone. The account decides, not the codice fiscale, which those who
 * manage users can change. Source: docs/spec/people.md#payslips
 */
const visible = (kind: PayKind, user: Context['user'], mine = false): SQL =>
  and(
    ...[eq(pay_documents.kind, kind), isNotNull(pay_documents.published_at)],
    publishes(user) && !mine ? undefined : eq(pay_documents.user_id, user.id),
  )!
const owner = { id: users.id, name: users.name }
/** Counting stops here: all payslips of some years are too many to be counted for each page. */
const MOST_COUNTED = 10_000

/** Every word in the name or the codice fiscale of the person: people are looked through once each, not once a payslip. */
const ofWhom = (db: Db, search: string | undefined) =>
  search
    ? inArray(
        pay_documents.user_id,
        db
          .select({ id: users.id })
          .from(users)
          .where(matches(search, users.name, sql`coalesce(${users.fiscalCode}, '')`)),
      )
    : undefined
interface Filters extends ListInput {
  year?: number[] | undefined
  month?: number[] | undefined
  user_id?: number[] | undefined
  not_downloaded?: boolean | undefined
  mine?: boolean | undefined
}
function listDocuments(kind: PayKind, input: Filters, context: Context) {
  const { db, user } = context
  const admin = publishes(user)
  const within = (column: AnyPgColumn, values: number[] | undefined) => (values?.length ? inArray(column, values) : undefined)
  const where = and(
    ...[visible(kind, user, input.mine), within(pay_documents.year, input.year), within(pay_documents.month, input.month)],
    ...[within(pay_documents.user_id, input.user_id)],
    input.not_downloaded === undefined ? undefined : sql`${isNull(pay_documents.first_downloaded_at)} = ${input.not_downloaded}`,
    admin ? ofWhom(db, input.search ?? input.query) : undefined,
  )
  // Each has an index: the payslips of some years are hundreds of thousands. A published one has its year.
  const sorts = {
    year: neverNull(sql`${pay_documents.year}`),
    month: neverNull(sql`coalesce(${pay_documents.month}, 0)`),
    user: neverNull(sortKey(users.name)),
  }
  const from = sql`${pay_documents} inner join ${users} on ${users.id} = ${pay_documents.user_id}`
  const order = ordering((input.sort ?? '-year').replace(/^(-?)year$/, '$1year,$1month'), sorts, pay_documents.id)
  const rows = (in_all: SQL<number>, limit: number, offset: number) =>
    db
      .select({
        ...{ id: pay_documents.id, year: sql<number>`${pay_documents.year}`, month: sql<number>`${pay_documents.month}`, in_all },
        ...{ type: pay_documents.type, company: pay_documents.company, pages: pay_documents.pages, size: pay_documents.size },
        ...{ published_at: pay_documents.published_at, first_downloaded_at: pay_documents.first_downloaded_at },
        user: owner,
        fiscalCode: pay_documents.fiscalCode,
      })
      .from(pay_documents)
      .innerJoin(users, eq(users.id, pay_documents.user_id))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  return paged(input, context, [from, where], rows, {}, MOST_COUNTED).then((page) => ({
    ...page,
    data: page.data.map((row) => (admin ? row : { ...row, user: null, fiscalCode: null })),
  }))
}

/** A document that the person may read. @throws 404, the same for one of another person and for one that is not there */
async function readable(kind: PayKind, id: number, { db, user }: Context) {
  const may = publishes(user) ? eq(pay_documents.kind, kind) : visible(kind, user)
  const [found] = await db
    .select({ document: pay_documents, file: files, user: owner })
    .from(pay_documents)
    .innerJoin(files, eq(files.id, pay_documents.file_id))
    .leftJoin(users, eq(users.id, pay_documents.user_id))
    .where(and(eq(pay_documents.id, id), may))
  if (!found) throw problem.notFound()
  return found
}
/** `cedolino-2026-03-rossi-mario.pdf`, `CU_2026_Rossi.pdf` (docs/spec/people.md#payslips). */
function fileName({ document: { id, kind, year, month }, user }: Awaited<ReturnType<typeof readable>>) {
  if (year === null) return `documento_${id}.pdf`
  const [name, ...lastname] = (user?.name ?? '').split(' ')
  if (kind === 'paghe') {
    const person = [...lastname, name]
      .join('-')
      .normalize('NFD')
      .replaceAll(/[^\w-]/g, '')
    return `cedolino-${year}-${String(month).padStart(2, '0')}-${person || id}.pdf`.toLowerCase()
  }
  return `CU_${year}_${lastname.join('_') || id}.pdf`
}
const open =
  (kind: PayKind) =>
  async ({ id }: { id: number }, context: Context) => {
    const found = await readable(kind, id, context)
    const { document, file } = found
    const bytes = await readFile(file, context.files.sealed)
    if (document.user_id === context.user.id && document.published_at && !document.first_downloaded_at)
      await context.db
        .update(pay_documents)
        .set({ first_downloaded_at: context.now.toISOString() })
        .where(and(eq(pay_documents.id, id), isNull(pay_documents.first_downloaded_at)))
    context.audit({ action: 'lettura_file' })
    return { bytes, mime: 'application/pdf', name: fileName(found) }
  }

const batchDocument = {
  ...{ id: pay_documents.id, rev: pay_documents.rev, fiscalCode: pay_documents.fiscalCode, year: pay_documents.year },
  ...{ month: pay_documents.month, type: pay_documents.type, company: pay_documents.company, source: pay_documents.source },
  ...{ pages: pay_documents.pages, size: pay_documents.size, problem: pay_documents.problem },
  ...{ published_at: pay_documents.published_at, first_downloaded_at: pay_documents.first_downloaded_at },
  user: owner,
}
async function listOfBatch(kind: PayKind, { id, ...input }: ListInput & { id: number; open?: boolean | undefined }, context: Context) {
  await batchOf(kind, id, context)
  const { db } = context
  const where = and(
    eq(pay_documents.batch_id, id),
    input.open === undefined ? undefined : sql`(${pay_documents.problem} is not null) = ${input.open}`,
    matches(
      input.search ?? input.query,
      sql`coalesce(${users.name}, '')`,
      sql`coalesce(${pay_documents.fiscalCode}, '')`,
      pay_documents.source,
    ),
  )
  const from = sql`${pay_documents} left join ${users} on ${users.id} = ${pay_documents.user_id}`
  const sorts = { problem: pay_documents.problem, user: folded(users.name), source: pay_documents.source }
  return paged(input, context, [from, where], (in_all, limit, offset) =>
    db
      .select({ ...batchDocument, in_all })
      .from(pay_documents)
      .leftJoin(users, eq(users.id, pay_documents.user_id))
      .where(where)
      .orderBy(...ordering(input.sort, sorts, pay_documents.id))
      .limit(limit)
      .offset(offset),
  )
}
/** An unpublished document, with its batch locked. @throws 404, 409 */
async function needUnpublished(kind: PayKind, id: number, context: Context) {
  const mine = and(eq(pay_documents.id, id), eq(pay_documents.kind, kind))
  const [found] = await context.db.select().from(pay_documents).where(mine)
  if (!found) throw problem.notFound()
  await lockBatch(kind, found.batch_id, context)
  const [document] = await context.db.select().from(pay_documents).where(mine).for('update')
  if (!document) throw problem.notFound()
  if (document.published_at) throw problem.conflict('Il documento è pubblicato: ritirare prima la pubblicazione.')
  return document
}
interface Assignment {
  id: number
  rev: number
  user_id: number
  year: number
  month?: number | null | undefined
  type: NonNullable<(typeof pay_documents.$inferSelect)['type']>
  company?: string | null | undefined
}
async function batchDocumentOf(id: number, { db }: Context) {
  const [row] = await db
    .select(batchDocument)
    .from(pay_documents)
    .leftJoin(users, eq(users.id, pay_documents.user_id))
    .where(eq(pay_documents.id, id))
  return row!
}
async function assign(kind: PayKind, { id, rev, ...given }: Assignment, context: Context) {
  const { db, user, now } = context
  const document = await needUnpublished(kind, id, context)
  const one = () => batchDocumentOf(id, context)
  if (rev !== document.rev) throw problem.stale(await one())
  if (document.problem && !payProblems[document.problem].fixable) throw problem.unprocessable(payProblems[document.problem].text)
  const month = kind === 'cud' ? null : (given.month ?? null)
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, given.user_id), isNull(users.deleted_at)))
  refuse({
    user_id: person ? undefined : 'Il valore del campo Dipendente non è valido.',
    month: kind === 'paghe' && month === null ? 'Il campo Mese è obbligatorio.' : undefined,
    year: given.year > now.getFullYear() + 1 ? 'L’anno non è valido.' : undefined,
  })
  const next = { ...given, month, company: given.company ?? '' }
  if (await isDoubled(db, { id, kind, ...next })) throw problem.invalid({ user_id: payProblems.doppio.text })
  await db
    .update(pay_documents)
    .set({ ...next, problem: null, rev: rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(pay_documents.id, id))
  return one()
}
async function retract(kind: PayKind, id: number, context: Context) {
  const mine = and(eq(pay_documents.id, id), eq(pay_documents.kind, kind))
  const [found] = await context.db.select({ batch_id: pay_documents.batch_id }).from(pay_documents).where(mine)
  if (!found) throw problem.notFound()
  await withdrawBatch(kind, found.batch_id, context, id)
  return batchDocumentOf(id, context)
}
async function drop(kind: PayKind, id: number, context: Context) {
  const [there] = await context.db
    .select({ id: pay_documents.id })
    .from(pay_documents)
    .where(and(eq(pay_documents.id, id), eq(pay_documents.kind, kind)))
  if (!there) return undefined
  const { file_id } = await needUnpublished(kind, id, context)
  await context.db.delete(pay_documents).where(eq(pay_documents.id, id))
  await dropUnused(context.db, [file_id])
  return undefined
}

const handlersOf = (kind: PayKind) =>
  ({
    list: (input, context) => listDocuments(kind, input, context),
    get: open(kind),
    upload: preparedWrite(
      (input: { files: Upload[] } & Partial<Period>, context: Context) => storeUploads(input, context),
      async (input, context, sources) => batchOf(kind, await startBatch(kind, sources, input, context), context),
    ),
    batches: (input, context) => listBatches(kind, input, context),
    batch: ({ id }, context) => batchOf(kind, id, context),
    documents: (input, context) => listOfBatch(kind, input, context),
    people: (input, { db }) =>
      db
        .select(owner)
        .from(users)
        .where(and(isNull(users.deleted_at), isNotNull(users.fiscalCode), matches(input.value ?? input.search ?? input.query, users.name)))
        .orderBy(asc(folded(users.name)), users.id)
        .limit(1000),
    assign: (input, context) => assign(kind, input, context),
    drop: ({ id }, context) => drop(kind, id, context),
    retract: ({ id }, context) => retract(kind, id, context),
    publish: ({ id }, context) => publishBatch(kind, id, context),
    withdraw: ({ id }, context) => withdrawBatch(kind, id, context),
    discard: ({ id }, context) => discardBatch(kind, id, context),
  }) satisfies Handlers<typeof payrollContract>

export const payrolls = implement(payrollContract, handlersOf('paghe'))
export const cuds = implement(cudContract, handlersOf('cud'))
export const payCommands = implement(commandContract, { payroll: takeDropped('paghe'), cud: takeDropped('cud') })
