import { randomBytes } from 'node:crypto'
import { and, arrayContains, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { SECOND_FACTOR } from '../../../src/contract/kernel/auth.ts'
import { secondFactor as contract } from '../../../src/contract/people/second-factor.ts'
import { second_factors, sessions, users } from '../../db/schema/core/accounts.ts'
import { base32, fromBase32, stepOf } from '../../domain/people/one-time-code.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { checkPassword, passwordTurn } from '../../lib/core/passwords.ts'
import { problem } from '../../lib/core/problem.ts'
import { openText, sealText } from '../../lib/core/sealed.ts'
import { sha256 } from '../../lib/files/files.ts'
import { qrSvg } from '../../lib/files/qr-code.ts'
import { throttled } from './auth-throttle.ts'

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
const WRONG = 'Il codice non è corretto o è già stato usato.'
const alreadyActive = () => problem.conflict('La verifica in due passaggi è già attiva.')
/** The refusal of a right password whose code is missing. */
export const askForCode = () => problem.unprocessable('Inserisci il codice di verifica.', { code: SECOND_FACTOR })
export const wrongSignInCode = () => problem.invalid({ code: WRONG }, { code: SECOND_FACTOR, action: 'login_fallito' })
const wrongCode = () => problem.invalid({ code: WRONG })

const inFours = (code: string) => code.match(/.{4}/g)!.join('-')
const bare = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase()
const seal = (db: Db, user_id: number, secret: string) => sealText(db, `${user_id} ${secret}`)
/** The secret of a row. @throws Error if it is another person's, put into this row */
async function unseal(db: Db, { user_id, secret }: { user_id: number; secret: string }): Promise<Buffer> {
  const [owner, text] = (await openText(db, secret)).split(' ')
  if (owner !== String(user_id)) throw new Error('The secret belongs to another person.')
  return fromBase32(text!)
}

/**
 * Uses up a code of a person whose password is right: of the app, or a recovery code. One statement each, so that of two sign-ins at once with
 * the same code one alone succeeds.
 * @returns `none` without a second factor, `missing` without a code
 */
export async function checkCode(
  { db, now }: Pick<Context<unknown>, 'db' | 'now'>,
  user_id: number,
  typed: string | undefined,
): Promise<'none' | 'missing' | 'wrong' | 'app' | 'recovery'> {
  const own = and(eq(second_factors.user_id, user_id), isNotNull(second_factors.confirmed_at))
  const [factor] = await db.select().from(second_factors).where(own)
  if (!factor) return 'none'
  const code = bare(typed ?? '')
  if (!code) return 'missing'
  if (/^\d{6}$/.test(code)) {
    const step = stepOf(await unseal(db, factor), code, now)
    if (step === undefined) return 'wrong'
    const used = await db
      .update(second_factors)
      .set({ last_step: step })
      .where(and(own, lt(second_factors.last_step, step)))
      .returning({ step: second_factors.last_step })
    return used.length ? 'app' : 'wrong'
  }
  const hash = sha256(code)
  const used = await db
    .update(second_factors)
    .set({ recovery: sql`array_remove(${second_factors.recovery}, ${hash})` })
    .where(and(own, arrayContains(second_factors.recovery, [hash])))
    .returning({ user_id: second_factors.user_id })
  return used.length ? 'recovery' : 'wrong'
}

const isAsked = async (db: Db, { roles }: Pick<User, 'roles'>) =>
  (roles.includes('superAdmin') || roles.includes('accounting')) && (await readCompany(db)).company.second_factor_required
const confirmed = (user_id: number) => and(eq(second_factors.user_id, user_id), isNotNull(second_factors.confirmed_at))
/** Whether the company asks a second factor of this person, who has none. */
export const isDue = async (db: Db, user: Pick<User, 'id' | 'roles'>): Promise<boolean> =>
  (await isAsked(db, user)) && !(await db.$count(second_factors, confirmed(user.id)))

/** Mails a person what has happened to the second factor of the account. */
export const tellOfFactor = ({ email, name }: Pick<User, 'email' | 'name'>, what: string, { send }: Pick<Context<unknown>, 'send'>) =>
  send({
    kind: 'mail',
    to: email,
    subject: 'Verifica in due passaggi del tuo account',
    text: `Ciao ${name},\n${what}. Se non ne sai nulla, avvisa subito l'amministratore.`,
  })
/** Mails a person that a recovery code has been used, and how many are left. */
export async function tellOfRecovery(user: Pick<User, 'id' | 'email' | 'name'>, context: Context<unknown>): Promise<void> {
  const [factor] = await context.db.select().from(second_factors).where(confirmed(user.id))
  const left = factor?.recovery.length ?? 0
  const rest = left === 1 ? 'ne resta 1' : `ne restano ${left}`
  await tellOfFactor(user, `è stato usato un codice di recupero per accedere al tuo account: ${rest}`, context)
}

/** Checks the password of the person signed in, counted as a change of password is. @throws 422, 429 */
async function needPassword(typed: string, context: Context, alsoRight: () => Promise<boolean> = async () => true): Promise<void> {
  const { db, user, ip } = context
  const [row] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id))
  let known = false
  const right = await passwordTurn(ip, () =>
    throttled(context, { account: user.email.toLowerCase(), apart: `user ${user.id}` }, async () => {
      known = await checkPassword(row?.hash, typed)
      return known && (await alsoRight())
    }),
  )
  if (!known) throw problem.invalid({ current_password: 'La password attuale non è corretta.' })
  if (!right) throw wrongCode()
}

/** The calls by which a person sets up and takes off the own second factor (docs/spec/security.md#second-factor). */
export default implement(contract, {
  async state(_, { db, user }) {
    const [factor] = await db.select().from(second_factors).where(confirmed(user.id))
    return { since: factor?.confirmed_at ?? null, recovery_left: factor?.recovery.length ?? 0, required: await isAsked(db, user) }
  },
  begin: preparedWrite(
    ({ current_password }: { current_password: string }, context: Context) => needPassword(current_password, context),
    async (_, context) => {
      const { db, user, now } = context
      const secret = base32(randomBytes(SECRET_BYTES))
      const fresh = { secret: await seal(db, user.id, secret), created_at: now.toISOString(), last_step: 0, recovery: [] }
      const begun = await db
        .insert(second_factors)
        .values({ user_id: user.id, ...fresh })
        .onConflictDoUpdate({ target: second_factors.user_id, set: fresh, setWhere: isNull(second_factors.confirmed_at) })
        .returning({ user_id: second_factors.user_id })
      if (!begun.length) throw alreadyActive()
      context.audit({ action: 'secondo_fattore_avvio', entity: 'users', entity_id: user.id })
      const uri = `otpauth://totp/${encodeURIComponent(`Piazzale:${user.email}`)}?secret=${secret}&issuer=Piazzale`
      return { secret: inFours(secret), uri, qr: qrSvg(uri) }
    },
  ),
  confirm: preparedWrite(
    async ({ code }: { code: string }, context: Context) => {
      const { db, user, now } = context
      const [factor] = await db.select().from(second_factors).where(eq(second_factors.user_id, user.id))
      if (factor?.confirmed_at) throw alreadyActive()
      if (!factor) throw problem.conflict('Ricomincia l’attivazione: la chiave non è più valida.')
      let step: number | undefined
      await throttled(context, { account: user.email.toLowerCase(), apart: `user ${user.id}` }, async () => {
        step = stepOf(await unseal(db, factor), bare(code), now)
        return step !== undefined
      })
      if (step === undefined) throw wrongCode()
      return { step, secret: factor.secret }
    },
    async (_, context, { step, secret }) => {
      const { db, user, now } = context
      const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)))
      const done = await db
        .update(second_factors)
        .set({ confirmed_at: now.toISOString(), last_step: step, recovery: codes.map(sha256) })
        .where(and(eq(second_factors.user_id, user.id), eq(second_factors.secret, secret), isNull(second_factors.confirmed_at)))
        .returning({ user_id: second_factors.user_id })
      if (!done.length) throw alreadyActive()
      // A stranger who got in by the password alone is out from now on.
      await db.delete(sessions).where(and(eq(sessions.user_id, user.id), sql`${sessions.id} <> ${user.session_id}`))
      await tellOfFactor(user, 'la verifica in due passaggi del tuo account è attiva', context)
      context.audit({ action: 'secondo_fattore_attivo', entity: 'users', entity_id: user.id })
      return { recovery_codes: codes.map(inFours) }
    },
  ),
  remove: preparedWrite(
    async ({ current_password, code }: { current_password: string; code: string }, context: Context) => {
      const { db, user } = context
      if (await isAsked(db, user)) throw problem.conflict('La verifica in due passaggi è obbligatoria per il tuo ruolo.')
      if (!(await db.$count(second_factors, confirmed(user.id)))) throw problem.conflict('La verifica in due passaggi non è attiva.')
      await needPassword(current_password, context, async () => ['app', 'recovery'].includes(await checkCode(context, user.id, code)))
    },
    async (_, context) => {
      const { db, user } = context
      await db.delete(second_factors).where(eq(second_factors.user_id, user.id))
      await tellOfFactor(user, 'la verifica in due passaggi del tuo account non è più attiva', context)
      context.audit({ action: 'secondo_fattore_tolto', entity: 'users', entity_id: user.id })
      return undefined
    },
  ),
})
