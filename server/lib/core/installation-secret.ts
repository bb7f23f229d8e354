import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { settings } from '../../db/schema/core/system.ts'
import type { Db } from './db.ts'

/** A secret key of this installation, made when first needed and kept in the settings. It never leaves the server. */
export async function installationSecret(db: Db, name: string): Promise<Buffer> {
  const read = async () => (await db.select({ value: settings.value }).from(settings).where(eq(settings.key, name)))[0]?.value as string
  let held = await read()
  if (!held) {
    await db
      .insert(settings)
      .values({ key: name, value: randomBytes(32).toString('base64') })
      .onConflictDoNothing()
    held = await read()
  }
  return Buffer.from(held, 'base64')
}
/** HMAC-SHA256 of a text, as 43 characters. */
export const signature = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
