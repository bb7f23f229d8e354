import { and, eq, ne, sql } from 'drizzle-orm'
import { settings as contract, type Settings } from '../../../src/contract/overview/settings.ts'
import { files, settings } from '../../db/schema/core/system.ts'
import { COMPANY, LOGO, logoOf, readCompany } from '../../lib/core/company.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement, preparedWrite } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { readFile, saveRow, storeBytes } from '../../lib/files/files.ts'
import { pdfImage } from '../../lib/files/pdf-image.ts'

const LOGO_EDGE = 600

async function read(db: Db): Promise<Settings> {
  const { company, row } = await readCompany(db)
  const logo = await logoOf(db)
  return { id: 1, rev: row?.rev ?? 0, ...company, logo_at: logo?.created_at ?? null, updated_at: row?.updated_at ?? null }
}
/** Two who save at once, or load a logo at once, wait for each other: the first save has no row to lock. */
const lock = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`)
const remember = ({ history, audit }: Context, before: Settings, after: Settings) => {
  audit({ entity_id: COMPANY })
  return history('settings', 1, 'updated', before, after)
}

export default implement(contract, {
  get: (_, { db }) => read(db),
  async update({ rev, ...company }, context) {
    const { db, now, user } = context
    await lock(db)
    const before = await read(db)
    if (rev !== before.rev) throw problem.stale(before)
    const { id: _, rev: __, logo_at: ___, updated_at: ____, ...old } = before
    const stamp = { rev: before.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
    // An absent field stays as it is.
    const value = { ...old, ...company }
    await db
      .insert(settings)
      .values({ key: COMPANY, value, ...stamp })
      .onConflictDoUpdate({ target: settings.key, set: { value, ...stamp } })
    const after = await read(db)
    await remember(context, before, after)
    return after
  },
  async logo(_, { db, files: store }) {
    const row = await logoOf(db)
    if (!row) throw problem.notFound()
    return { bytes: await readFile(row, store), mime: row.mime, name: row.name }
  },
  upload: preparedWrite(
    async ({ files: [upload, second] }, context) => {
      if (!upload) throw problem.noFiles()
      if (second) throw problem.unprocessable('È possibile caricare al massimo 1 file per volta.')
      // A logo that cannot be printed is refused here, not when a report is made.
      if (!(await pdfImage(upload.bytes, LOGO_EDGE))) throw problem.badPicture()
      return storeBytes(upload, context)
    },
    async (_, context, stored) => {
      const { db } = context
      await lock(db)
      const before = await read(db)
      const { id } = await saveRow(stored, LOGO, context)
      await db.delete(files).where(and(eq(files.owner_type, LOGO.type), eq(files.owner_id, LOGO.id), ne(files.id, id)))
      const after = await read(db)
      await remember(context, before, after)
      return after
    },
  ),
  async removeLogo(_, context) {
    const { db } = context
    await lock(db)
    const before = await read(db)
    await db.delete(files).where(and(eq(files.owner_type, LOGO.type), eq(files.owner_id, LOGO.id)))
    if (before.logo_at) await remember(context, before, await read(db))
    return undefined
  },
  async privacy(_, { db }) {
    const { name, privacy_url } = (await readCompany(db)).company
    return { name, privacy_url }
  },
})
