import { and, eq, isNull, sql } from 'drizzle-orm'
import { auth } from '../../src/contract/auth.ts'
import { roles } from '../../src/contract/roles.ts'
import { known_devices, users } from '../db/schema/people.ts'
import { passwordProblem } from '../domain/password.ts'
import type { Context } from '../lib/context.ts'
import { sha256 } from '../lib/files.ts'
import { implement } from '../lib/implement.ts'
import { checkPassword, hashPassword } from '../lib/passwords.ts'
import { problem } from '../lib/problem.ts'
import { DEVICE_COOKIE, DEVICE_DAYS, endSession, endSessionsOf, followLink, newToken, openSession, renewSession } from '../lib/sessions.ts'
import { recordAttempt, throttle } from '../lib/throttle.ts'

const byEmail = (email: string) => and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deleted_at))
const FORGOT = "Se l'indirizzo è registrato riceverai un'email con le istruzioni."

async function setPassword(
  user: { id: number; email: string; name: string },
  input: { password: string; password_confirmation: string },
  context: Context<unknown>,
) {
  const refused = passwordProblem(input.password, user.email)
  if (refused) throw problem.invalid({ password: refused })
  if (input.password !== input.password_confirmation)
    throw problem.invalid({ password_confirmation: 'Il campo Conferma password non corrisponde.' })
  await context.db
    .update(users)
    .set({ password_hash: await hashPassword(input.password) })
    .where(eq(users.id, user.id))
  await endSessionsOf(context.db, user.id)
  context.audit({ action: 'password', user_id: user.id, entity: 'users', entity_id: user.id })
  await context.send({
    kind: 'mail',
    to: user.email,
    subject: 'La tua password è stata modificata',
    text: `Ciao ${user.name},\nla password del tuo account Piazzale è stata modificata. Se non sei stato tu, avvisa subito l'amministratore.`,
  })
}

export default implement(auth, {
  /** The failure is recorded although the request is refused: it returns a 422 problem instead of throwing one. */
  async login(input, context) {
    const device = await throttle(context, input.email)
    const [user] = await context.db.select().from(users).where(byEmail(input.email))
    const right = await checkPassword(user?.password_hash, input.password)
    if (!user || !right)
      throw problem.unprocessable('Email o password non corretti.', {
        keep: () => recordAttempt(context, input.email, device, false),
        action: 'login_fallito',
      })
    if (user.enabled !== 1) throw problem.unprocessable("Account disabilitato. Contatta l'amministratore.", { action: 'login_fallito' })
    await recordAttempt(context, input.email, device, true)
    if (!device) {
      const cookie = newToken()
      await context.db.insert(known_devices).values({ user_id: user.id, hash: sha256(cookie), seen_at: context.now.toISOString() })
      context.cookies.set(DEVICE_COOKIE, cookie, DEVICE_DAYS * 86_400)
    }
    await context.db.update(users).set({ last_login_at: context.now.toISOString(), last_login_ip: context.ip }).where(eq(users.id, user.id))
    context.audit({ action: 'login', user_id: user.id, entity: 'users', entity_id: user.id })
    return openSession(context, user.id, input.remember)
  },
  async logout(_, context) {
    await endSession(context.db, context.user.session_id)
    context.audit({ action: 'logout' })
    context.setHeader('clear-site-data', '"cache"')
    return undefined
  },
  me: (_, { user, demo }) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    scope: user.roles.map((name) => roles[name].scope),
    permissions: user.permissions,
    all_stations: user.all_stations,
    demo,
  }),
  refresh: ({ handle }, context) => renewSession(context, handle),
  /** Known or not, the same is done here; who it is, and how many mails that makes, is the worker's to see. */
  async forgot({ email }, context) {
    await context.send({ kind: 'reset', email })
    return { message: FORGOT }
  },
  async reset(input, context) {
    await setPassword(await followLink(context, input.token, 'reset', true), input, context)
    return { message: 'Password aggiornata. Ora puoi accedere.' }
  },
  invitation: ({ token }, context) => followLink(context, token, 'invitation', false),
  async accept(input, context) {
    await setPassword(await followLink(context, input.token, 'invitation', true), input, context)
    return { message: 'Account attivato. Ora puoi accedere.' }
  },
  async password(input, context) {
    const [user] = await context.db.select().from(users).where(eq(users.id, context.user.id))
    if (!(await checkPassword(user!.password_hash, input.current_password)))
      throw problem.invalid({ current_password: 'La password attuale non è corretta.' })
    if (input.current_password === input.password)
      throw problem.invalid({ password: 'La nuova password deve essere diversa da quella attuale.' })
    await setPassword(user!, input, context)
    return { message: 'Password modificata. Esci e accedi nuovamente.' }
  },
  roles: (_, { user }) => ({ roles: user.roles.map((name) => roles[name].scope), permissions: user.permissions }),
})
