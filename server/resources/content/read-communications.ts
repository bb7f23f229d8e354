import { and, desc, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Communication, CommunicationType } from '../../../src/contract/content/communications.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import {
  communication_recipients as recipients,
  communications as table,
  communication_versions as versions,
} from '../../db/schema/content/communications.ts'
import { users } from '../../db/schema/core/accounts.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { countOfFiles } from '../../lib/files/attachments.ts'
import { filesOf } from '../../lib/files/files.ts'
import { namesOf } from './audience.ts'

/** The `owner_type` of its files. */
export const OWNER_TYPE = 'communication'
export type Stored = typeof table.$inferSelect

const current = and(eq(recipients.communication_id, table.id), eq(recipients.version, table.version))!
export const isMine = (user: User, more?: SQL): SQL =>
  sql`exists (select from ${recipients} where ${and(current, eq(recipients.user_id, user.id), more)})`
/** Those that the caller sent or received; "Comunicazioni" and super administrators see all that were sent. A draft is its sender's alone. */
export const inScope = (user: User): SQL =>
  and(
    isNull(table.deleted_at),
    or(eq(table.sender_id, user.id), and(eq(table.status, 'sent'), or(allows('comm.write', user) ? sql`true` : sql`false`, isMine(user)))),
  )!
/** Condition that the caller may see who has read and confirmed it: its sender and super administrators. */
export const seesReceipts = (user: User): SQL => (user.roles.includes('superAdmin') ? sql`true` : eq(table.sender_id, user.id))

const number = (where: SQL) => sql`(select count(*) from ${recipients} where ${and(current, where)})::int`
const iso = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** The columns of a row, for the caller. */
export const columns = (user: User) => ({
  ...getTableColumns(table),
  sender: { id: users.id, name: users.name },
  files_count: countOfFiles(OWNER_TYPE, table.id),
  counts: sql<{ recipients: number; read: number; ack: number } | null>`case when ${table.status} = 'sent' and ${seesReceipts(user)} then
    json_build_object('recipients', ${number(sql`true`)}, 'read', ${number(sql`${recipients.read_at} is not null`)},
      'ack', ${number(sql`${recipients.ack_at} is not null`)}) end`,
  mine: sql<{
    read_at: string | null
    ack_at: string | null
  } | null>`(select json_build_object('read_at', ${iso(sql`${recipients.read_at}`)},
    'ack_at', ${iso(sql`${recipients.ack_at}`)}) from ${recipients} where ${and(current, eq(recipients.user_id, user.id))})`,
})

const earlierOf = ({ id, version }: Stored, all: boolean, { db, user }: Context) =>
  db
    .select({ version: versions.version, subject: versions.subject, body: versions.body, sent_at: versions.sent_at })
    .from(versions)
    .where(
      and(
        ...[eq(versions.communication_id, id), lt(versions.version, version)],
        all
          ? undefined
          : sql`exists (select from ${recipients} where ${recipients.communication_id} = ${versions.communication_id}
              and ${recipients.version} = ${versions.version} and ${recipients.user_id} = ${user.id})`,
      ),
    )
    .orderBy(desc(versions.version))
/** A communication as the caller sees it. @throws 404 where it is of another type, not there, or not the caller's to see */
export async function read(id: number, type: CommunicationType, context: Context): Promise<Communication> {
  const { db, user } = context
  const [row] = await db
    .select({ ...columns(user), files: filesOf(OWNER_TYPE, table.id) })
    .from(table)
    .leftJoin(users, eq(users.id, table.sender_id))
    .where(and(eq(table.id, id), eq(table.type, type), inScope(user)))
  if (!row) throw problem.notFound()
  const sees = row.sender_id === user.id || allows('comm.write', user)
  const { roles, stations, users: people } = row
  const earlier = row.version > 1 ? await earlierOf(row, sees, context) : []
  const { sendsMail: leaves } = context
  return {
    ...row,
    leaves,
    earlier,
    to: sees ? { roles, stations, users: people, ...(await namesOf({ stations, users: people }, db)) } : null,
  }
}
/** Notes that the caller has opened it: once, and only the version that is current. */
export async function markRead(id: number, { db, user, now }: Context): Promise<void> {
  await db.execute(sql`update ${recipients} set read_at = ${now.toISOString()} from ${table}
    where ${current} and ${table.id} = ${id} and ${recipients.user_id} = ${user.id} and ${recipients.read_at} is null`)
}
