import { and, eq, isNull, sql } from 'drizzle-orm'
import { auth } from '../../../src/contract/kernel/auth.ts'
import { roles } from '../../../src/contract/kernel/roles.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { accountCan, DEMO_PASSWORD, demoAccounts } from '../../db/seed/people/accounts.ts'
import { passwordProblem } from '../../domain/shared/password.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { checkPassword, hashPassword, passwordTurn } from '../../lib/core/passwords.ts'
import { problem } from '../../lib/core/problem.ts'
import {
  DEVICE_COOKIE,
  deviceKey,
  endSession,
  endSessionsOf,
  followLink,
  openSession,
  renewSession,
  spendLinks,
} from '../../lib/core/sessions.ts'
import { knownDevice, limitForgotten, throttled } from './auth-throttle.ts'
import { askForCode, checkCode, isDue, tellOfRecovery, wrongSignInCode } from './second-factor.ts'

const byEmail = (email: string) => and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deleted_at))
const wrongCredentials = () => problem.unprocessable('Email o password non corretti.', { action: 'login_fallito' })
const wrongPassword = () => problem.invalid({ current_password: 'La password attuale non è corretta.' })
const RESET_REQUESTED = "Se l'indirizzo è registrato riceverai un'email con le istruzioni."

/** Hashes a new password. @throws 422 if it breaks the rules or the confirmation differs */
async function hashNewPassword(email: string, input: { password: string; password_confirmation: string }, ip: string): Promise<string> {
  const refused = passwordProblem(input.password, email)
  if (refused) throw problem.invalid({ password: refused })
  if (input.password !== input.password_confirmation)
    throw problem.invalid({ password_confirmation: 'Il campo Conferma password non corrisponde.' })
  return passwordTurn(ip, () => hashPassword(input.password))
}
async function setPassword(user: { id: number; email: string; name: string }, password_hash: string, context: Context<unknown>) {
  await context.db.update(users).set({ password_hash }).where(eq(users.id, user.id))
  await endSessionsOf(context.db, user.id)
  await spendLinks(context, user.id)
  context.audit({ action: 'password', user_id: user.id, entity: 'users', entity_id: user.id })
  await context.send({
    kind: 'mail',
    to: user.email,
    subject: 'La tua password è stata modificata',
    text: `Ciao ${user.name},\nla password del tuo account Piazzale è stata modificata. Se non sei stato tu, avvisa subito l'amministratore.`,
  })
}
type NewPassword = { token: string; password: string; password_confirmation: string }
/** Sets a password through a link. The link is used up only once the password is hashed. */
const byLink = (kind: 'reset' | 'invitation', message: string) =>
  preparedWrite(
    async (input: NewPassword, context: Context<undefined>) =>
      hashNewPassword((await followLink(context, input.token, kind, false)).email, input, context.ip),
    async (input, context, hash) => {
      await setPassword(await followLink(context, input.token, kind, true), hash, context)
      return { message }
    },
  )

export default implement(auth, {
  demo: (_, { demo }) =>
    demo
      ? { password: DEMO_PASSWORD, accounts: demoAccounts.map((one) => ({ email: one.email, name: one.name, can: accountCan(one) })) }
      : null,
  login: preparedWrite(
    (input, context) =>
      passwordTurn(context.cookies.get(DEVICE_COOKIE) ? `${context.ip} known` : context.ip, async () => {
        const [user] = await context.db.select().from(users).where(byEmail(input.email))
        const device = await knownDevice(context, user?.id)
        let factor: Awaited<ReturnType<typeof checkCode>> = 'none'
        // A wrong code counts as a wrong password does; a code that is still to be asked for does not.
        const right = await throttled(context, { account: input.email, apart: device }, async () => {
          if (!(await checkPassword(user?.password_hash, input.password)) || !user) return false
          factor = await checkCode(context, user.id, input.code)
          return factor !== 'wrong'
        })
        if (user && (factor as string) === 'wrong') throw wrongSignInCode()
        if (!user || !right) throw wrongCredentials()
        if ((factor as string) === 'missing') throw askForCode()
        return { user, device, recovery: (factor as string) === 'recovery' }
      }),
    async (input, context, { user, device, recovery }) => {
      const opened = await openSession(context, user, !!device, input.remember)
      if (!opened) {
        const [now] = await context.db.select().from(users).where(byEmail(input.email))
        if (now?.password_hash !== user.password_hash) throw wrongCredentials()
        throw problem.unprocessable("Account disabilitato. Contatta l'amministratore.", { action: 'login_fallito' })
      }
      if (recovery) await tellOfRecovery(user, context)
      context.audit({ action: recovery ? 'login_recupero' : 'login', user_id: user.id, entity: 'users', entity_id: user.id })
      return { ...opened, device_key: await deviceKey(context.db, user.id) }
    },
  ),
  async logout(_, context) {
    await endSession(context.db, context.user.session_id)
    context.audit({ action: 'logout', entity: 'users', entity_id: context.user.id })
    context.setHeader('clear-site-data', '"cache"')
    return undefined
  },
  me: async (_, { user, demo, db }) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    scope: user.roles.map((name) => roles[name].scope),
    permissions: user.permissions,
    all_stations: user.all_stations,
    demo,
    ...((await isDue(db, user)) && { second_factor_due: true as const }),
  }),
  refresh: ({ handle }, context) => renewSession(context, handle),
  /** Known and unknown addresses take the same statements, so that the response time tells nothing; the mail of an unknown one is taken back (`jobs.mail`). */
  async forgot({ email }, context) {
    context.audit({ action: 'comando' })
    await limitForgotten(context, email)
    await context.send({ kind: 'reset', email })
    return { message: RESET_REQUESTED }
  },
  reset: byLink('reset', 'Password aggiornata. Ora puoi accedere.'),
  invitation: ({ token }, context) => followLink(context, token, 'invitation', false),
  accept: byLink('invitation', 'Account attivato. Ora puoi accedere.'),
  password: preparedWrite(
    async (input, context) => {
      const { user, ip } = context
      const [row] = await context.db.select().from(users).where(eq(users.id, user.id))
      // Counted separately from strangers, who could otherwise keep a person from changing a password that they are guessing.
      const right = await passwordTurn(ip, () =>
        throttled(context, { account: user.email.toLowerCase(), apart: `user ${user.id}` }, () =>
          checkPassword(row!.password_hash, input.current_password),
        ),
      )
      if (!right) throw wrongPassword()
      if (input.current_password === input.password)
        throw problem.invalid({ password: 'La nuova password deve essere diversa da quella attuale.' })
      return { verified: row!.password_hash, hash: await hashNewPassword(row!.email, input, ip) }
    },
    async (_, context, { verified, hash }) => {
      const [row] = await context.db.select().from(users).where(eq(users.id, context.user.id)).for('update')
      if (row?.password_hash !== verified) throw wrongPassword()
      await setPassword(context.user, hash, context)
      return { message: 'Password modificata. Esci e accedi nuovamente.' }
    },
  ),
})
