import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { links, users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import type { Deps } from '../core/context.ts'
import { openText } from '../core/sealed.ts'
import { linkLife, newLink, renewLink } from '../core/sessions.ts'
import { readFile, sha256 } from '../files/files.ts'
import { type Delivered, type LinkJob, type MailJob, noteLink } from './jobs.ts'
import { mailSettled } from './mail-settled.ts'

type Post = Pick<Deps, 'db' | 'mail' | 'files' | 'now' | 'origin'>
/** At most so many mails of a kind an hour to one address. */
const LINKS_AN_HOUR = 5
const HOUR_MS = 3_600_000
export const LINK_MAILS = {
  reset: {
    subject: 'Reimposta la password',
    page: '/auth/reset-password',
    text: (name: string, address: string) =>
      `Ciao ${name},\nper scegliere una nuova password apri questo indirizzo entro un'ora:\n${address}\nSe non l'hai chiesto tu, ignora questa email.`,
  },
  invitation: {
    subject: 'Invito a Piazzale',
    page: '/auth/register',
    text: (name: string, address: string) =>
      `Ciao ${name},\nper te è stato creato un account Piazzale. Per attivarlo e scegliere la password apri questo indirizzo entro 7 giorni:\n${address}`,
  },
} as const

/** Sends the mail of a job. If it throws, the queue tries again. */
export async function deliver(job: MailJob, id: string, post: Post): Promise<Delivered> {
  const done: Delivered = { outcome: post.mail.sends ? 'sent' : 'file' }
  if (job.kind !== 'mail') return (await sendLink(job, id, post)) ? done : { outcome: 'none' }
  const { kind: _, attach = [], sealed, about, ...given } = job
  const mail = sealed ? { ...given, text: await openText(post.db, given.text) } : given
  const attachments = []
  for (const file of attach) {
    const [row] = await post.db.select().from(files).where(eq(files.id, file))
    if (!row) throw new Error(`file ${file} is gone`)
    attachments.push({ filename: row.name, content: await readFile(row, post.files), contentType: row.mime })
  }
  const settled = async (fate: { outcome: 'sent' | 'file' | 'failed'; error?: string }) => {
    if (about) await mailSettled.emit({ about, to: mail.to, ...fate }, { db: post.db, now: post.now() })
  }
  try {
    await post.mail.send({ ...mail, id }, attachments)
  } catch (error) {
    await settled({ outcome: 'failed', error: (error as Error).message.slice(0, 300) })
    throw error
  }
  await settled({ outcome: post.mail.sends ? 'sent' : 'file' })
  return done
}

/**
 * A second try renews the link of its job and does not count as a new one. The earlier link no longer works, so this mail has a message id of its own, and a
 * mail program shows it although it has the earlier one.
 */
async function sendLink({ kind, email, link }: LinkJob, id: string, { db, mail, now, origin }: Post): Promise<boolean> {
  const at = now()
  const found = await db.transaction(async (tx) => {
    // The lock makes two workers with requests for the same address count one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${kind} ${email}`}))`)
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deleted_at), eq(users.enabled, 1)))
    if (!user) return undefined
    const made = async (token: string) => {
      await noteLink(tx, id, sha256(token))
      return { user, token }
    }
    const again = link && (await renewLink({ db: tx, now: at }, link, kind))
    if (again) return made(again)
    // The link was used, so an earlier try did arrive. (An old link has been deleted by `deleteExpired`, and is made again.)
    if (link && (await tx.$count(links, eq(links.hash, link)))) return undefined
    const hourAgo = new Date(at.getTime() + linkLife[kind] - HOUR_MS).toISOString()
    const recent = and(eq(links.user_id, user.id), eq(links.kind, kind), gt(links.expires_at, hourAgo))
    if ((await tx.$count(links, recent)) >= LINKS_AN_HOUR) return undefined
    return made(await newLink({ db: tx, now: at }, user.id, kind))
  })
  if (!found) return false
  const { subject, page, text } = LINK_MAILS[kind]
  await mail.send({ to: found.user.email, subject, text: text(found.user.name, `${origin}${page}?token=${found.token}`) })
  return true
}
