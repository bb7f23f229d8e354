import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { links, users } from '../db/schema/people.ts'
import { files } from '../db/schema/system.ts'
import type { Deps } from './context.ts'
import { readFile } from './files.ts'
import type { MailJob } from './jobs.ts'
import { newLink } from './sessions.ts'

type Post = Pick<Deps, 'db' | 'mail' | 'files' | 'now' | 'origin'>
/** Links live an hour: at most so many mails an hour to one address. */
const RESETS_AN_HOUR = 5

/** Sends what a job asks for; what it throws, the queue tries again. */
export async function deliver(job: MailJob, post: Post): Promise<void> {
  if (job.kind === 'reset') return reset(job.email, post)
  const { kind: _, attach = [], ...mail } = job
  const attachments = []
  for (const id of attach) {
    const [row] = await post.db.select().from(files).where(eq(files.id, id))
    if (!row) throw new Error(`file ${id} is gone`)
    attachments.push({ filename: row.name, content: await readFile(row, post.files), contentType: row.mime })
  }
  await post.mail.send(mail, attachments)
}

async function reset(email: string, { db, mail, now, origin }: Post): Promise<void> {
  const at = now()
  const found = await db.transaction(async (tx) => {
    // Two workers that have a request of the same address each count one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`reset ${email}`}))`)
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deleted_at), eq(users.enabled, 1)))
    if (!user) return undefined
    const open = and(eq(links.user_id, user.id), eq(links.kind, 'reset'), gt(links.expires_at, at.toISOString()))
    if ((await tx.$count(links, open)) >= RESETS_AN_HOUR) return undefined
    return { user, token: await newLink({ db: tx, now: at }, user.id, 'reset') }
  })
  if (!found) return
  const link = `${origin}/auth/reset-password?token=${found.token}`
  await mail.send({
    to: found.user.email,
    subject: 'Reimposta la password',
    text: `Ciao ${found.user.name},\nper scegliere una nuova password apri questo indirizzo entro un'ora:\n${link}\nSe non l'hai chiesto tu, ignora questa email.`,
  })
}
