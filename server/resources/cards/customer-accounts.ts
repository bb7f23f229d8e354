import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { reference } from '../../../src/contract/kernel/fields.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import type { Context } from '../../lib/core/context.ts'
import { hashPassword } from '../../lib/core/passwords.ts'
import { problem } from '../../lib/core/problem.ts'
import { sealText } from '../../lib/core/sealed.ts'
import { type JobContext, jobKind } from '../../lib/jobs/job-kind.ts'
import type { MailJob } from '../../lib/jobs/jobs.ts'
import { NOT_SENT } from '../../lib/jobs/mail.ts'
import { type LogContext, logCustomers } from './customer-log.ts'

/** Without signs that look alike on paper: 0 and O, 1, l and I. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const LENGTH = 10
const newPassword = () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
const usernameOf = (code: number) => `C${String(code).padStart(6, '0')}`

type AccountContext = LogContext & Pick<Context, 'history' | 'send' | 'sendsMail'>
type Customer = typeof customers.$inferSelect
async function lock(id: number, { db }: AccountContext): Promise<Customer> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.deleted_at)))
    .for('update')
  if (!row) throw problem.notFound()
  if (!row.active) throw problem.conflict('Il cliente è disattivato.')
  return row
}
/** A new password, of which only the hash stays. With `mail` it is sent, and `credentials_sent_at` says when, if mails leave here at all; its text rests encrypted until then. */
async function givePassword(row: Customer, username: string, mail: boolean, context: AccountContext) {
  const { db, user, now, history, send, sendsMail } = context
  if (mail && !row.email) throw problem.conflict('Il cliente non ha un indirizzo email: le credenziali non si possono inviare.')
  const password = newPassword()
  const at = now.toISOString()
  const after = { username, portal_enabled: true, credentials_sent_at: mail && sendsMail ? at : null }
  await db
    .update(customers)
    .set({
      ...after,
      ...{ password_hash: await hashPassword(password), password_expired: true },
      ...{ rev: row.rev + 1, updated_at: at, updated_by: user.id || null },
    })
    .where(eq(customers.id, row.id))
  if (mail) {
    const text = `Gentile ${row.denomination},\nle credenziali per il portale delle tessere sono:\n\nUtente: ${username}\nPassword: ${password}\n\nAl primo accesso verrà chiesto di scegliere una nuova password.`
    await send({ kind: 'mail', to: row.email!, subject: 'Credenziali del portale tessere', text: await sealText(db, text), sealed: true })
  }
  const { username: was, portal_enabled, credentials_sent_at, rev } = row
  await history('customer', row.id, 'updated', { username: was, portal_enabled, credentials_sent_at, rev }, { ...after, rev: rev + 1 })
}

/** An account of the portal for a customer who has none. False where there is one already. @throws Problem */
export async function createAccount(id: number, mail: boolean, context: AccountContext): Promise<boolean> {
  const row = await lock(id, context)
  if (row.username) return false
  await givePassword(row, usernameOf(row.code), mail, context)
  await logCustomers(context, 'generazione account', [{ customer_id: id, detail: { username: usernameOf(row.code), mail } }])
  return true
}
/** A new password in place of the old one, which stops working. @throws Problem */
export async function resetAccess(id: number, context: AccountContext) {
  const row = await lock(id, context)
  if (!row.username) throw problem.conflict('Il cliente non ha un account del portale.')
  await givePassword(row, row.username, true, context)
  await logCustomers(context, 'reset accessi', [{ customer_id: id }])
}

interface Planned {
  id: number
}
/** Accounts for many: each row says whether its customer got one, and else why not. */
export const accountKind = jobKind<{ customers: number[]; mail: boolean }, Planned>({
  type: 'genera_account',
  name: 'Generazione account',
  policy: 'cards.write',
  input: v.object({ customers: v.array(reference('Cliente')), mail: v.boolean() }),
  batch: 5,
  many: true,
  async plan({ customers: ids }, { db }) {
    const { id, code, denomination } = customers
    const found = await db.select({ id, code, denomination }).from(customers).where(inArray(id, ids)).orderBy(code)
    return found.map((row) => ({ label: `${row.code} · ${row.denomination}`, data: { id: row.id } }))
  },
  async row({ id }, context: JobContext, { mail }) {
    const send = (letter: MailJob) => context.deps.jobs.mail(context.db, letter, `job ${context.job}`)
    const done = await createAccount(id, mail, { ...context, send, sendsMail: context.deps.mail.sends })
    if (!done) return { outcome: 'invariato', message: 'Ha già un account.' }
    if (!mail) return { outcome: 'fatto', message: 'Account creato, credenziali non inviate.' }
    return {
      outcome: 'fatto',
      message: context.deps.mail.sends ? 'Account creato, credenziali inviate per email.' : `Account creato. ${NOT_SENT}`,
    }
  },
})
