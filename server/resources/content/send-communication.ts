import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { CommunicationType } from '../../../src/contract/content/communications.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import {
  communication_recipients as recipients,
  communications as table,
  communication_versions as versions,
} from '../../db/schema/content/communications.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { job_history } from '../../db/schema/core/jobs.ts'
import { files } from '../../db/schema/core/system.ts'
import { plainText } from '../../domain/content/rich-text.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import { type NotifyContext, notify } from '../notifications/notify.ts'
import { isReached } from './audience.ts'
import { OWNER_TYPE, type Stored } from './read-communications.ts'

/** So many people are told in one transaction. */
const CHUNK = 100
export const linkOf = (id: number, type: CommunicationType) => `/comunicazioni/${id}?type=${type}`

/**
 * Settles who receives a version, in one statement of the caller's transaction, and queues the job that tells them. Whoever has lost the role
 * meanwhile is not among them.
 * @returns how many people receive it
 */
export async function sendOut(one: Stored, { db, jobs, now }: Pick<NotifyContext, 'db' | 'jobs' | 'now'>): Promise<number> {
  const { id, version, subject, body, sender_id, roles, stations, users: people } = one
  const sent_at = now.toISOString()
  await db.insert(versions).values({ communication_id: id, version, subject, body, sent_at })
  const made = await db
    .insert(recipients)
    .select(
      db
        .select({
          ...{ communication_id: sql<number>`${id}::int`.as('communication_id'), version: sql<number>`${version}::int`.as('version') },
          ...{ user_id: users.id, delivered_at: sql`null::timestamptz`.as('delivered_at'), read_at: sql`null::timestamptz`.as('read_at') },
          ...{ ack_at: sql`null::timestamptz`.as('ack_at'), reminded_at: sql`null::timestamptz`.as('reminded_at') },
        })
        .from(users)
        .where(isReached({ roles, stations, users: people })) as never,
    )
    .returning({ user_id: recipients.user_id })
  if (!made.length) return 0
  const [job] = await db
    .insert(job_history)
    .values({ type: sendKind.type, description: subject, input: { id, version }, user_id: sender_id, alone: false })
    .returning()
  await jobs.run(db, { id: job!.id })
  return made.length
}

/** Tells some of the recipients by bell, mail and push, in the words of the page. */
export async function tell(
  one: Stored,
  ids: readonly number[],
  reason: string,
  context: NotifyContext & { title?: string; by?: number },
): Promise<void> {
  const attach = await context.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.owner_type, OWNER_TYPE), eq(files.owner_id, one.id)))
    .orderBy(files.id)
  const title = `${context.title ?? (one.version > 1 ? 'Correzione: ' : '')}${one.subject}`
  const text = plainText(one.body)
  await notify(
    {
      ...{ event: 'communication', subject: { type: 'communication', id: one.id, link: linkOf(one.id, one.type) }, title, text },
      people: ids.map((user_id) => ({ user_id, reason })),
      groups: 'none',
      // They are its recipients.
      mayRead: () => true,
      by: context.by,
      channels: { mail: one.mail, push: one.push },
      mail: { subject: title, text, ...(attach.length && { attach: attach.map(({ id }) => id) }) },
    },
    context,
  )
}
const input = v.object({ id: v.number(), version: v.number() })
/** Tells the recipients of a version, some at a time: each chunk is marked in the transaction that tells it, so that after a kill nobody is told twice or left out. */
export const sendKind = jobKind({
  ...{ type: 'invio_comunicazione', name: 'Invio di una comunicazione', policy: 'comm.write', input, batch: 1, many: true },
  async plan({ id, version }, { db }) {
    const rows = await db
      .select({ user_id: recipients.user_id })
      .from(recipients)
      .where(and(eq(recipients.communication_id, id), eq(recipients.version, version), isNull(recipients.delivered_at)))
      .orderBy(recipients.user_id)
    const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => rows.slice(at * CHUNK, (at + 1) * CHUNK))
    return chunks.map((chunk, at) => ({
      label: `${at * CHUNK + 1}–${at * CHUNK + chunk.length} di ${rows.length}`,
      data: { users: chunk.map(({ user_id }) => user_id) },
    }))
  },
  async row({ users: ids }: { users: number[] }, { db, deps, now, user }: JobContext, { id, version }: v.InferOutput<typeof input>) {
    const [one] = await db.select().from(table).where(eq(table.id, id))
    if (!one || one.deleted_at || one.version !== version)
      return { outcome: 'invariato', message: 'Nel frattempo è stata eliminata o corretta.' }
    const open = await db
      .update(recipients)
      .set({ delivered_at: now.toISOString() })
      .where(
        and(
          ...[eq(recipients.communication_id, id), eq(recipients.version, version)],
          ...[inArray(recipients.user_id, ids), isNull(recipients.delivered_at)],
        ),
      )
      .returning({ user_id: recipients.user_id })
    const reason = one.type === 2 ? 'Sei tra i destinatari di una comunicazione di controllo.' : 'Sei tra i destinatari di un messaggio.'
    await tell(
      one,
      open.map(({ user_id }) => user_id),
      reason,
      { db, jobs: deps.jobs, origin: deps.origin, now, by: user.id },
    )
    return { outcome: 'fatto', message: `${howMany(open.length, 'persona avvisata', 'persone avvisate')}.` }
  },
})

/** Sends what was programmed and is due. Each is locked, so that of two processes one sends it; a sender who has lost the right has it back as a draft. */
export async function sendScheduled(context: NotifyContext): Promise<void> {
  const { db, now } = context
  const due = and(eq(table.status, 'scheduled'), lte(table.send_at, now.toISOString()), isNull(table.deleted_at))
  for (const { id } of await db.select({ id: table.id }).from(table).where(due).orderBy(table.send_at, table.id))
    await db.transaction(async (tx) => {
      const [one] = await tx
        .select()
        .from(table)
        .where(and(eq(table.id, id), due))
        .for('update', { skipLocked: true })
      if (!one) return
      const may = await maySend(one.sender_id, tx)
      const set = may
        ? ({ status: 'sent', sent_at: now.toISOString(), send_at: null } as const)
        : ({ status: 'draft', send_at: null } as const)
      const [after] = await tx
        .update(table)
        .set({ ...set, rev: one.rev + 1 })
        .where(eq(table.id, id))
        .returning()
      if (may) await sendOut(after!, { ...context, db: tx })
    })
}
/** The hour of Rome from which those who are late are reminded. */
const FROM_HOUR = 8
/** Tells those who have not confirmed a control communication, on the day by which they should have: once. */
export async function remindDue(context: NotifyContext): Promise<void> {
  const { db, now } = context
  if (Number(now.toLocaleString('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', hour12: false })) < FROM_HOUR) return
  const due = and(eq(table.type, 2), eq(table.status, 'sent'), eq(table.ack_due, dayInRome(now)), isNull(table.deleted_at))
  for (const one of await db.select().from(table).where(due).orderBy(table.id))
    await db.transaction(async (tx) => {
      if (!(await claimNotice(tx, `communication:${one.id}:${one.version}:due`, now))) return
      const open = and(eq(recipients.communication_id, one.id), eq(recipients.version, one.version), isNull(recipients.ack_at))
      const late = await tx
        .update(recipients)
        .set({ reminded_at: now.toISOString() })
        .where(open)
        .returning({ user_id: recipients.user_id })
      const reason = 'Va confermata entro oggi e non lo hai ancora fatto.'
      await tell(
        one,
        late.map(({ user_id }) => user_id),
        reason,
        { ...context, db: tx, title: 'Da confermare entro oggi: ' },
      )
    })
}
async function maySend(id: number, db: Db): Promise<boolean> {
  const [sender] = await db.select().from(users).where(eq(users.id, id))
  return !!sender && sender.enabled === 1 && !sender.deleted_at && allows('comm.write', sender)
}
