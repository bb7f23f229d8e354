import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { diskStore, saveRow, storeBytes } from '../../../server/lib/files/files.ts'
import { sweep } from '../../../server/lib/jobs/sweep.ts'
import { inWorld, type World } from '../support/world.ts'

const DAY = 86_400_000
/** A store with one known file, and the means to leave orphans of some age in it. */
async function shop({ db }: World) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))
  const store = diskStore(root)
  const now = new Date()
  // The rows of the seed have no bytes in this store.
  const seeded = new Set((await db.select({ uuid: files.uuid }).from(files)).map(({ uuid }) => uuid))
  const swept = async () => {
    const { missing, ...found } = await sweep(db, store, now)
    return { ...found, missing: missing.filter((uuid) => !seeded.has(uuid)) }
  }
  const upload = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }
  const stored = await storeBytes(upload, { files: store, now: new Date(now.getTime() - 40 * DAY) })
  const row = await saveRow(stored, { type: 'bank', id: 1 }, { db })
  const folderOf = (at: Date) => path.join(root, String(at.getUTCFullYear()), String(at.getUTCMonth() + 1).padStart(2, '0'))
  const folder = folderOf(new Date(row.created_at))
  const leave = (name: string, days: number) => {
    const at = new Date(now.getTime() - days * DAY)
    writeFileSync(path.join(folder, name), 'x')
    utimesSync(path.join(folder, name), at, at)
  }
  utimesSync(path.join(folder, row.uuid), new Date(0), new Date(0))
  return { store, swept, row, leave, there: () => readdirSync(folder).sort() }
}

test('bytes that no row knows go a week after they were written, finished or not; known ones and fresh ones stay', () =>
  inWorld(async (world) => {
    const { store, swept, row, leave, there } = await shop(world)
    leave('orfano', 8)
    leave('orfano.part', 8)
    leave('appena', 6)
    expect(await swept()).toEqual({ removed: 2, kept: 0, missing: [] })
    expect(there()).toEqual(['appena', row.uuid].sort())
    expect(await store.read(row.uuid, new Date(row.created_at))).toHaveLength(15)
  }))

test('a row whose bytes are gone is told', () =>
  inWorld(async (world) => {
    const { store, swept, row } = await shop(world)
    await store.remove(row.uuid, new Date(row.created_at))
    expect(await swept()).toEqual({ removed: 0, kept: 0, missing: [row.uuid] })
  }))

test('beside a database that knows next to none of them no file is touched', () =>
  inWorld(async (world) => {
    const { swept, leave, there } = await shop(world)
    for (let at = 0; at < 150; at++) leave(`orfano-${at}`, 30)
    expect(await swept()).toMatchObject({ removed: 0, kept: 150 })
    expect(there()).toHaveLength(151)
  }))
