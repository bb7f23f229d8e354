import { and, arrayContains, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { roles } from '../../../src/contract/kernel/roles.ts'
import { access } from '../../../src/contract/people/access.ts'
import { known_devices, login_attempts, sessions, users } from '../../db/schema/core/accounts.ts'
import { activity_log } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { hashPassword, passwordTurn } from '../../lib/core/passwords.ts'
import { endSessionsOf, newToken, spendLinks } from '../../lib/core/sessions.ts'

const SIGN_INS = 30

/** Where the person is signed in, and was (docs/spec/security.md). */
export default implement(access, {
  sessions: (_, { db, user, now }) =>
    db
      .select({
        ...{ id: sessions.id, created_at: sessions.created_at, last_seen_at: sessions.last_seen_at, ip: sessions.ip },
        ...{ user_agent: sessions.user_agent, current: sql<boolean>`${sessions.id} = ${user.session_id}` },
      })
      .from(sessions)
      .where(
        and(
          ...[eq(sessions.user_id, user.id), gt(sessions.expires_at, now.toISOString())],
          sql`${sessions.last_seen_at} + ${sessions.idle_seconds} * interval '1 second' > ${now.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(desc(sessions.last_seen_at), desc(sessions.id)),
  async endSession({ id }, { db, user }) {
    await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.user_id, user.id)))
    return undefined
  },
  async signIns(_, { db, user }) {
    const mine = and(eq(activity_log.user_id, user.id), inArray(activity_log.action, ['login', 'login_recupero']))
    const done = await db
      .select({ at: activity_log.created_at, ip: activity_log.ip, user_agent: activity_log.user_agent, ok: sql<boolean>`true` })
      .from(activity_log)
      .where(mine)
      .orderBy(desc(activity_log.created_at))
      .limit(SIGN_INS)
    const failed = await db
      .select({ at: login_attempts.at, ip: login_attempts.ip, user_agent: sql<string | null>`null`, ok: sql<boolean>`false` })
      .from(login_attempts)
      .where(and(eq(login_attempts.email, user.email.toLowerCase()), eq(login_attempts.ok, false)))
      .orderBy(desc(login_attempts.at))
      .limit(SIGN_INS)
    return [...done, ...failed].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, SIGN_INS)
  },
  notMe: preparedWrite(
    // Nobody knows this password, so that the account opens by the link in the mail alone.
    async (_: object, { ip }: Context) => passwordTurn(ip, () => hashPassword(newToken())),
    async (_, context, password_hash) => {
      const { db, user, sendsMail } = context
      await db.update(users).set({ password_hash }).where(eq(users.id, user.id))
      await db.delete(known_devices).where(eq(known_devices.user_id, user.id))
      await endSessionsOf(db, user.id)
      await spendLinks(context, user.id)
      await context.send({ kind: 'reset', email: user.email })
      const admins = await db
        .select({ email: users.email })
        .from(users)
        .where(and(eq(users.enabled, 1), isNull(users.deleted_at), arrayContains(users.roles, ['superAdmin'])))
      const text = `${user.name} (${user.email}) segnala un accesso al proprio account che non riconosce. L'account è stato disconnesso da tutti i dispositivi e la password non vale più.`
      for (const { email } of admins) await context.send({ kind: 'mail', to: email, subject: 'Accesso non riconosciuto', text })
      context.audit({ action: 'password', entity: 'users', entity_id: user.id })
      const next = sendsMail
        ? 'Ti abbiamo inviato un’email per scegliere una nuova password.'
        : 'Nessun server di posta è configurato: chiedi a un amministratore di farti scegliere una nuova password.'
      return { message: `Sei stato disconnesso da tutti i dispositivi. ${next}` }
    },
  ),
  roles: (_, { user }) => ({ roles: user.roles.map((name) => roles[name].scope), permissions: user.permissions }),
})
