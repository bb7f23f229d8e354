import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { rawStatement } from '../../../server/lib/core/db.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import { signIn } from '../support/world.ts'

// @alone: names are given once in the life of a process, to the first texts that are asked often.
const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  origin: 'http://piazzale.test',
  demo: true,
  version: 'test',
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

test('what is asked often is prepared under a name, where objects are wanted and where arrays are; what is asked once is not', () =>
  engine.db.transaction(async (tx) => {
    const arrays = tx.select({ often: sql`${sql.placeholder('n')}::int`.as('often') }).from(sql`(select) as one`)
    const { sql: often } = arrays.toSQL()
    for (let n = 0; n < 5; n++) {
      expect(await arrays.prepare('').execute({ n })).toEqual([{ often: n }])
      expect(await tx.execute(rawStatement(often, [n]))).toMatchObject({ rows: [{ often: n }] })
    }
    await tx.execute(sql`select ${1}::int as once`)
    const { rows } = (await tx.execute(sql`select statement from pg_prepared_statements`)) as unknown as { rows: { statement: string }[] }
    const texts = rows.map(({ statement }) => statement)
    expect(texts.filter((text) => text === often)).toHaveLength(2)
    expect(texts).not.toContain('select $1::int as once')
  }))

test('reads and writes go on when a column has another type from one request to the next', async () => {
  const caller = await signIn(app, 'contabilita')
  const answers = async (at: string) => {
    const made = await caller.post('/banks', { name: `Banca ${at}`, abi: '03069' })
    const { id, rev } = made.body.data ?? {}
    return [made, await caller.get('/banks?per_page=25'), await caller.put(`/banks/${id}`, { rev, note: at })].map(({ status }) => status)
  }
  for (let time = 0; time < 5; time++) expect(await answers(`prima ${time}`)).toEqual([201, 200, 200])
  for (const type of ['varchar(200)', 'text']) {
    await engine.script(`alter table banks alter column abi type ${type}`)
    expect(await answers(`dopo ${type}`)).toEqual([201, 200, 200])
    await engine.script(`alter table banks alter column note type ${type}`)
    expect((await caller.get('/banks?per_page=25')).status).toBe(200)
    for (let time = 0; time < 5; time++) expect(await answers(`poi ${type} ${time}`)).toEqual([201, 200, 200])
  }
})
