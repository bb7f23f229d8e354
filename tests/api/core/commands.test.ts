import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { atTime } from '../support/world.ts'

const DONE = { type: 'operazione_in_blocco', description: 'Eliminazione di banche', status: 'completato', done: 1 } as const

test('a command sent twice within ten seconds, by POST or GET, is carried out once and has the first answer; a later one is carried out', () =>
  atTime(async ({ db, as }, clock) => {
    const [admin, office] = [await as('admin'), await as('contabilita')]
    const [job] = await db
      .insert(job_history)
      .values({ ...DONE, user_id: admin.user_id })
      .returning()
    const path = `/admin/history/revert/${job!.id}`
    expect((await office.get(path)).status).toBe(403)
    const first = await admin.post(path)
    const result = `Ripristino dell’operazione ${job!.id} avviato.`
    expect([first.status, first.body.result, first.body.data.result]).toEqual([200, result, result])
    expect(first.body.data.job).toMatchObject({ name: 'Ripristino di un’operazione', status: 'in_coda' })
    clock.now += 9_000
    expect((await admin.get(path)).body).toEqual(first.body)
    const started = () => db.$count(job_history, eq(job_history.type, 'ripristino'))
    expect(await started()).toBe(1)
    clock.now += 1_001
    expect((await admin.post(path)).body.error).toBe('Operazione già in corso.')
    expect(await started()).toBe(1)
  }))
