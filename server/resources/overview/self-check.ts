import { type SQL, sql } from 'drizzle-orm'
import type { SelfCheck } from '../../../src/contract/overview/system.ts'
import { files, settings } from '../../db/schema/core/system.ts'
import type { Db } from '../../lib/core/db.ts'
import { type FileStore, readFile } from '../../lib/files/files.ts'
import { notifyAdmins } from '../notifications/failed-notices.ts'
import type { NotifyContext } from '../notifications/notify.ts'
import { rules } from './self-check-rules.ts'

const KEY = 'self-check'
const EXAMPLES = 5
/** Files read in full by one check. */
const FILES = 25

async function brokenBy(broken: SQL, db: Db) {
  const { rows } = (await db.execute(
    sql`with broken as (${broken}) select (select count(*)::int from broken) as count, array(select name from broken order by name limit ${EXAMPLES}) as examples`,
  )) as unknown as { rows: { count: number; examples: string[] }[] }
  return rows[0]!
}
/** Reads some files, taken by chance, and compares them with their SHA-256. */
async function unreadable(db: Db, store: FileStore) {
  const some = await db.select().from(files).orderBy(sql`random()`).limit(FILES)
  const names: string[] = []
  for (const row of some)
    await readFile(row, row.isEncrypted ? store.sealed : store).catch((error) => {
      // A store that is away says nothing of its files.
      if ((error as { status?: number }).status === 503) throw error
      names.push(`${row.name} (${row.owner_type} ${row.owner_id ?? ''})`)
    })
  return { count: names.length, examples: names.slice(0, EXAMPLES) }
}
interface Checked {
  db: Db
  now: Date
  files: FileStore
}
/** Checks what is stored against the rules, and keeps the result. */
export async function selfCheck({ db, now, files: store }: Checked): Promise<SelfCheck> {
  const checked: SelfCheck = { at: now.toISOString(), rules: [] }
  for (const { key, rule, broken } of rules) {
    const { count, examples } = await brokenBy(broken, db)
    checked.rules.push({ key, rule, broken: count, examples })
  }
  const { count, examples } = await unreadable(db, store)
  checked.rules.push({ key: 'files', rule: `I file conservati si leggono e sono integri (${FILES} a campione).`, broken: count, examples })
  const kept = { value: checked, updated_at: checked.at }
  await db
    .insert(settings)
    .values({ key: KEY, ...kept })
    .onConflictDoUpdate({ target: settings.key, set: kept })
  return checked
}
/** The check of the night: super administrators are told of each rule that is broken. */
export async function checkAtNight(context: NotifyContext & Checked): Promise<void> {
  const broken = (await selfCheck(context)).rules.filter((one) => one.broken)
  if (!broken.length) return
  await notifyAdmins(
    {
      subject: { type: 'self-check', id: 0, link: '/impostazioni?scheda=stato' },
      title: broken.length === 1 ? 'Una regola dei dati non è rispettata' : `${broken.length} regole dei dati non sono rispettate`,
      text: broken.map(({ rule, broken: count, examples }) => `${rule} Casi: ${count} (${examples.join(', ')}).`).join('\n'),
      reason: 'Sei super amministratore: il controllo notturno dei dati ha trovato qualcosa.',
    },
    context,
  )
}
/** The last check; null before the first. */
export async function lastCheck(db: Db): Promise<SelfCheck | null> {
  const { rows } = (await db.execute(sql`select value from settings where key = ${KEY}`)) as unknown as { rows: { value: SelfCheck }[] }
  return rows[0]?.value ?? null
}
