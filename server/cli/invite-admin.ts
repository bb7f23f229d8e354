import { and, isNull, sql } from 'drizzle-orm'
import { users } from '../db/schema/core/accounts.ts'
import type { Db } from '../lib/core/db.ts'
import { newLink } from '../lib/core/sessions.ts'

/**
 * Creates a super administrator (`email` in lower case) without a password, and gives the token of the link (7 days, one use) to choose it. For one who exists
 * and has never signed in, only a new link. @throws for an address that belongs to somebody else
 */
export function inviteAdmin(connection: Db, { email, name }: { email: string; name: string }, now: Date): Promise<string> {
  return connection.transaction(async (db) => {
    const [known] = await db
      .select()
      .from(users)
      .where(and(sql`lower(${users.email}) = ${email}`, isNull(users.deleted_at)))
    if (known && (known.password_hash || !known.roles.includes('superAdmin'))) throw new Error('Esiste già un utente con questa email.')
    const [made] = known
      ? [known]
      : await db
          .insert(users)
          .values({ email, name, roles: ['superAdmin'], all_stations: true })
          .returning()
    return newLink({ db, now }, made!.id, 'invitation')
  })
}
