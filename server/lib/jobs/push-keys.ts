import { eq } from 'drizzle-orm'
import type { RoleName } from '../../../src/contract/kernel/roles.ts'
import { settings } from '../../db/schema/core/system.ts'
import type { Db } from '../core/db.ts'

/** Topics of Web Push by role (docs/spec/notifications.md#push-topics): only these five. */
const topics: Partial<Record<RoleName, string>> = {
  employee: 'dipendenti',
  accounting: 'contabilita',
  station: 'punti-vendita',
  manager: 'gestori',
  worker: 'addetti',
}
export const topicOf = (roles: readonly RoleName[]): string | undefined => roles.map((role) => topics[role]).find(Boolean)

/** The settings key of the server's key pair for Web Push (VAPID, RFC 8292). */
export const PUSH_KEYS = 'push_keys'
export interface PushKeys {
  publicKey: string
  privateKey: string
}
export async function pushKeys(db: Db): Promise<PushKeys | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, PUSH_KEYS))
  return row?.value as PushKeys | undefined
}
export const publicKey = async (db: Db) => (await pushKeys(db))?.publicKey
