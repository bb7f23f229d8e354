import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { CommunicationType } from '../../../src/contract/content/communications.ts'
import { controls, messages as plainMessages, communications as shared } from '../../../src/contract/content/communications.ts'
import { type CommunicationAction, mayAct, refusal } from '../../../src/rules/content/communication-states.ts'
import { communication_recipients as recipients, communications as table } from '../../db/schema/content/communications.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { cleanHtml, plainText } from '../../domain/content/rich-text.ts'
import { addDays } from '../../domain/shared/days.ts'
import { romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { byOurClock } from '../../lib/core/device-clock.ts'
import { type Handlers, implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { readFile } from '../../lib/files/files.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import { needAudience, reached } from './audience.ts'
import { evidencePdf } from './communication-evidence.ts'
import { columns, inScope, isMine, markRead, OWNER_TYPE, read, type Stored } from './read-communications.ts'
import { sendOut, tell } from './send-communication.ts'

/** A reminder goes at most once in so many hours. */
const REMIND_HOURS = 1
const NOBODY = 'Seleziona almeno un destinatario.'
const startOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(romeTime(year, month, date)).toISOString()
}
type Query = v.InferOutput<typeof plainMessages.list.query>
const sorts = {
  sent_at: sql`coalesce(${table.sent_at}, ${table.send_at}, ${table.updated_at})`,
  subject: table.subject,
  status: table.status,
  priority: table.priority,
}
const filtered = ({ search, query, from, to, status, mine, unread, to_ack }: Query, type: CommunicationType, { user }: Context): SQL =>
  and(
    ...[eq(table.type, type), inScope(user), matches(search ?? query, table.subject)],
    from ? gte(table.sent_at, startOf(from)) : undefined,
    to ? lt(table.sent_at, startOf(addDays(to, 1))) : undefined,
    status?.length ? inArray(table.status, status) : undefined,
    mine === undefined ? undefined : sql`${isMine(user)} = ${mine}`,
    unread === undefined ? undefined : sql`${isMine(user, isNull(recipients.read_at))} = ${unread}`,
    to_ack === undefined ? undefined : sql`${type === 2 ? isMine(user, isNull(recipients.ack_at)) : sql`false`} = ${to_ack}`,
  )!

/** Locks a communication that the caller wrote, or any as a super administrator. @throws 404, 403, 409 for an old `rev` or a state that does not allow it */
async function needOwn(
  { id, rev }: { id: number; rev?: number },
  type: CommunicationType,
  action: CommunicationAction | null,
  context: Context,
): Promise<Stored> {
  const { db, user } = context
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.type, type), inScope(user)))
    .for('update')
  if (!row) throw problem.notFound()
  if (row.sender_id !== user.id && !user.roles.includes('superAdmin') && action !== 'remove') throw problem.forbidden()
  if (rev !== undefined && rev !== row.rev) throw problem.stale(await read(id, type, context))
  if (action && !mayAct(row.status, action, type)) throw problem.conflict(refusal(row.status, type, action))
  return row
}
/** The words as they are stored. @throws 422 where nothing is left of the text */
function cleaned<T extends { body: string }>(input: T): T {
  const body = cleanHtml(input.body)
  refuse({ body: plainText(body) ? undefined : 'Il campo Testo è obbligatorio.' })
  return { ...input, body }
}

function readsOf(type: CommunicationType): Pick<Handlers<typeof plainMessages>, 'list' | 'get'> {
  return {
    async list(input, context) {
      const where = filtered(input, type, context)
      const order = ordering(input.sort ?? plainMessages.list.order, sorts, table.id)
      return paged(input, context, [table, where], (in_all, limit, offset) =>
        context.db
          .select({ ...columns(context.user), in_all })
          .from(table)
          .leftJoin(users, eq(users.id, table.sender_id))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      )
    },
    async get({ id, peek }, context) {
      const found = await read(id, type, context)
      if (peek || !found.mine || found.mine.read_at) return found
      await markRead(id, context)
      return read(id, type, context)
    },
  }
}
/** Who received a communication, and the reminder of those who have not read or confirmed it. */
function receiptsOf(type: CommunicationType): Pick<Handlers<typeof plainMessages>, 'remind' | 'recipients'> {
  return {
    async remind({ id }, context) {
      const { db, now } = context
      const one = await needOwn({ id }, type, 'remind', context)
      const open = type === 2 ? isNull(recipients.ack_at) : isNull(recipients.read_at)
      const where = and(eq(recipients.communication_id, id), eq(recipients.version, one.version), open)
      const waiting = await db.select({ user_id: recipients.user_id }).from(recipients).where(where)
      if (!waiting.length) throw problem.conflict(type === 2 ? 'Tutti hanno già confermato.' : 'Tutti hanno già letto.')
      if (!(await claimNotice(db, `communication:${id}:${one.version}:remind`, now, REMIND_HOURS)))
        throw problem.conflict('Un sollecito è già partito nell’ultima ora.')
      await db.update(recipients).set({ reminded_at: now.toISOString() }).where(where)
      const reason = type === 2 ? 'Non hai ancora confermato di averne preso visione.' : 'Non hai ancora aperto questo messaggio.'
      await tell(
        one,
        waiting.map(({ user_id }) => user_id),
        reason,
        { ...context, title: 'Sollecito: ', by: context.user.id },
      )
      return { reminded: waiting.length }
    },
    async recipients(input, context) {
      const one = await needOwn(input, type, null, context)
      const state = {
        unread: isNull(recipients.read_at),
        read: sql`${recipients.read_at} is not null`,
        unconfirmed: isNull(recipients.ack_at),
        confirmed: sql`${recipients.ack_at} is not null`,
      }
      const where = and(
        ...[eq(recipients.communication_id, one.id), eq(recipients.version, one.version)],
        ...[input.state && state[input.state], matches(input.search ?? input.query, users.name, users.email)],
      )
      const from = sql`${recipients} inner join ${users} on ${eq(users.id, recipients.user_id)}`
      const { delivered_at, read_at, ack_at, reminded_at } = recipients
      const order = ordering(input.sort ?? 'name', { name: users.name, read_at, ack_at, reminded_at }, users.id)
      return paged(input, context, [from, where], (in_all, limit, offset) =>
        context.db
          .select({ id: users.id, name: users.name, email: users.email, delivered_at, read_at, ack_at, reminded_at, in_all })
          .from(recipients)
          .innerJoin(users, eq(users.id, recipients.user_id))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      )
    },
  }
}
function callsOf(type: CommunicationType): Handlers<typeof plainMessages> {
  const answer = (id: number, context: Context) => read(id, type, context)
  async function change(
    before: Stored,
    set: Partial<Stored>,
    event: 'updated' | 'status',
    { db, user, now, history }: Context,
  ): Promise<Stored> {
    const [after] = await db
      .update(table)
      .set({ ...set, rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(table.id, before.id))
      .returning()
    await history('communication', before.id, event, before, after)
    return after!
  }
  async function sendNow(one: Stored, context: Context): Promise<void> {
    if (!(await sendOut(one, context))) throw problem.unprocessable(NOBODY)
  }
  const papers = attachmentsOf(
    OWNER_TYPE,
    ({ id }, context) => answer(id, context),
    ({ id }, context) => needOwn({ id }, type, 'update', context),
  )
  return {
    ...readsOf(type),
    async create({ draft, ...input }, context) {
      const { db, user, now, history } = context
      await needAudience(input, db)
      const status = draft ? 'draft' : 'sent'
      const [row] = await db
        .insert(table)
        .values({
          ...{ ...cleaned(input), type, sender_id: user.id, status, sent_at: draft ? null : now.toISOString() },
          ...{ created_by: user.id, updated_by: user.id },
        })
        .returning()
      context.audit({ entity_id: row!.id })
      await history('communication', row!.id, 'created', null, row)
      if (!draft) await sendNow(row!, context)
      return answer(row!.id, context)
    },
    async update({ id, rev, ...input }, context) {
      const before = await needOwn({ id, rev }, type, 'update', context)
      await needAudience(input, context.db)
      await change(before, cleaned(input), 'updated', context)
      return answer(id, context)
    },
    async remove({ id }, context) {
      const [there] = await context.db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), eq(table.type, type), inScope(context.user)))
      if (!there) return undefined
      const before = await needOwn({ id }, type, 'remove', context)
      await context.db.update(table).set({ deleted_at: context.now.toISOString() }).where(eq(table.id, id))
      await context.history('communication', id, 'deleted', before, null)
      return undefined
    },
    upload: papers.upload as never,
    removeFile: papers.removeFile as never,
    async send({ id, rev, send_at }, context) {
      const { now } = context
      const before = await needOwn({ id, rev }, type, 'send', context)
      if (send_at) {
        refuse({ send_at: send_at > now.toISOString() ? undefined : 'L’invio programmato deve essere nel futuro.' })
        if (!(await reached(before, context.db)).total) throw problem.unprocessable(NOBODY)
        await change(before, { status: 'scheduled', send_at }, 'status', context)
      } else await sendNow(await change(before, { status: 'sent', sent_at: now.toISOString(), send_at: null }, 'status', context), context)
      return answer(id, context)
    },
    async unschedule({ id, rev }, context) {
      await change(await needOwn({ id, rev }, type, 'unschedule', context), { status: 'draft', send_at: null }, 'status', context)
      return answer(id, context)
    },
    async correct({ id, rev, ...input }, context) {
      const before = await needOwn({ id, rev }, type, 'correct', context)
      const set = { ...cleaned(input), version: before.version + 1, sent_at: context.now.toISOString() }
      await sendNow(await change(before, set, 'updated', context), context)
      return answer(id, context)
    },
    ...receiptsOf(type),
    async evidence({ id }, context) {
      return evidencePdf(await needOwn({ id }, type, null, context), context)
    },
  }
}
export const messageCalls = implement(plainMessages, callsOf(1))
export const controlCalls = implement(controls, {
  ...callsOf(2),
  async ack({ id, version, confirmed_at, clock_behind_s }, context) {
    const { db, user } = context
    const found = await read(id, 2, context)
    const at = byOurClock(confirmed_at, clock_behind_s, context)
    // What was read may have been corrected since; the new version asks anew.
    const of = [eq(recipients.communication_id, id), eq(recipients.version, version ?? found.version), eq(recipients.user_id, user.id)]
    const mine = await db
      .update(recipients)
      .set({ ack_at: sql`coalesce(${recipients.ack_at}, ${at})`, read_at: sql`coalesce(${recipients.read_at}, ${at})` })
      .where(and(...of))
      .returning({ user_id: recipients.user_id })
    if (!mine.length) throw problem.notFound()
    return read(id, 2, context)
  },
})
export const communicationCalls = implement(shared, {
  async document({ id }, context) {
    const [file] = await context.db
      .select()
      .from(files)
      .where(and(eq(files.id, id), eq(files.owner_type, OWNER_TYPE)))
    const [one] = file
      ? await context.db
          .select()
          .from(table)
          .where(and(eq(table.id, file.owner_id!), inScope(context.user)))
      : []
    if (!file || !one) throw problem.notFound()
    await markRead(one.id, context)
    return { bytes: await readFile(file, context.files), mime: file.mime, name: file.name }
  },
  reached: (input, { db }) => reached(input, db),
})
