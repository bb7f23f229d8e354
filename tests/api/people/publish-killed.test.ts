import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { createRng } from '../../outbox/rng.ts'
import { seededFolder } from '../../server-process.ts'
import { inFolder, serve } from '../support/killed.ts'

/** A publication of payslips, killed so often (`KILLS`) while it is made and while its owners are told, at moments that a printed seed draws. */
const KILLS = Number(process.env.KILLS ?? 2)
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
beforeAll(build, 600_000)

/** A batch that is read and waits to be published: a payslip of each month of a year for everybody but who publishes, who is not told of that. */
const BATCH = `
  insert into pay_batches (id, kind, sources, read_at) overriding system value values (9000, 'paghe', 1, now());
  insert into files (uuid, owner_type, name, extension, mime, size, sha256, "isEncrypted")
    values ('killed', 'pay_document', 'lul.pdf', 'pdf', 'application/pdf', 10, 'killed', true);
  insert into pay_documents (kind, batch_id, user_id, year, month, source, pages, size, file_id, fingerprint)
    select 'paghe', 9000, u.id, 2031, m, 'lul.pdf', 1, 10, (select id from files where uuid = 'killed'), u.id || '-' || m
    from users u, generate_series(1, 12) m where u.enabled = 1 and u.deleted_at is null and u.email <> 'admin@demo.example.it';`
const mine = `select id from pay_documents where batch_id = 9000`
/** What stands in the database: documents, published and told ones, their notices and mails, and those of them that are there twice. */
const LEFT = `select
  (select count(*)::int from (${mine}) d) as documents,
  (select count(*)::int from pay_documents where batch_id = 9000 and published_at is not null) as published,
  (select count(*)::int from pay_batches where id = 9000 and published_at is not null) as batch,
  (select count(*)::int from model_history where model = 'pay_batch' and model_id = 9000) as history,
  (select count(*)::int from job_history where type = 'avvisi_paghe') as jobs,
  (select coalesce(max(id), 0)::int from job_history where type = 'avvisi_paghe') as job,
  (select count(*)::int from pay_documents where batch_id = 9000 and told) as told,
  (select count(*)::int from notifications where subject_type = 'pay_document' and subject_id in (${mine})) as notices,
  (select count(distinct subject_id)::int from notifications where subject_type = 'pay_document' and subject_id in (${mine})) as subjects,
  (select count(*)::int - count(distinct (data->>'to', data->>'subject'))::int from pgboss.job where data->>'subject' like '%cedolino di%2031%') as mails_twice`

test.skipIf(!!process.env.TEST_DATABASE_URL)(
  `a publication of payslips killed ${KILLS} times is made whole or not at all, and each owner is told of each once`,
  { timeout: 900_000 },
  async () => {
    console.log(`KILL_SEED=${SEED}`)
    const rng = createRng(SEED)
    const folder = await seededFolder(inject('snapshot'))
    await inFolder(folder, (client) => client.exec(BATCH))
    const told = async () => (await inFolder(folder, (client) => client.query(LEFT))).rows[0]!
    const all = (await told()).documents!
    expect(all).toBeGreaterThan(300)
    const amid = { publishing: 0, telling: 0 }
    for (let kills = 0; kills < KILLS; kills++) {
      const server = await serve(folder, { DATABASE_URL: '' })
      const before = server.ask('POST', '/payrolls/batches/9000/publish').catch(() => undefined)
      // Now while it is published, now while the owners are told.
      await new Promise((resolve) => setTimeout(resolve, kills % 2 ? rng.int(0, 1_500) : rng.int(0, 150)))
      await server.kill()
      await before
      const state = await told()
      const done = state.batch!
      const each = state.told!
      expect(state, `after kill ${kills}`).toEqual({
        ...{ documents: all, published: done * all, batch: done, history: done, jobs: done, job: state.job },
        ...{ told: each, notices: each, subjects: each, mails_twice: 0 },
      })
      if (!done) amid.publishing++
      else if (each < all) amid.telling++
    }
    const server = await serve(folder, { DATABASE_URL: '' })
    const { published } = (await server.ask('GET', '/payrolls/batches/9000')).body.data
    const again = await server.ask('POST', '/payrolls/batches/9000/publish')
    expect(again.status).toBe(published ? 409 : 200)
    const jobs = (await server.ask('GET', '/admin/history')).body.data as { id: number; type: string }[]
    const job = jobs.find(({ type }) => type === 'avvisi_paghe')
    await server.until(job!.id, ({ ended_at }) => ended_at)
    expect((await server.job(job!.id)).status).toBe('completato')
    await server.kill()
    expect(await told()).toEqual({
      ...{ documents: all, published: all, batch: 1, history: 1, jobs: 1, job: job!.id },
      ...{ told: all, notices: all, subjects: all, mails_twice: 0 },
    })
    console.log(`${all} documents, killed ${KILLS} times: ${JSON.stringify(amid)}`)
  },
)
