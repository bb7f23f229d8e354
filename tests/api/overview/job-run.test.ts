import { and, asc, desc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history, job_log, job_rows } from '../../../server/db/schema/core/jobs.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { available_services } from '../../../server/db/schema/stations/stations.ts'
import { problem } from '../../../server/lib/core/problem.ts'
import { type JobContext, jobKind, type RowResult } from '../../../server/lib/jobs/job-kind.ts'
import { runJob } from '../../../server/lib/jobs/job-run.ts'
import { inWorld, type World } from '../support/world.ts'

afterEach(() => vi.restoreAllMocks())

const UNEXPECTED = 'Errore imprevisto: il dettaglio è nel log del server.'
const unreachable = () => Object.assign(new Error('gone'), { code: '08006' })
interface Row {
  name: string
}
/** A kind of this test: a service for each name, and what else a row does. */
const kindOf = (more: object = {}, row?: (data: Row, context: JobContext) => Promise<RowResult | undefined>) =>
  jobKind<{ names: string[] }, Row>({
    ...{ type: 'prova', name: 'Prova', policy: 'super', input: v.any(), batch: 2 },
    plan: async ({ names }) => names.map((name) => ({ label: name, data: { name } })),
    async row(data, context) {
      const [made] = await context.db.insert(available_services).values({ name: data.name, position: 900 }).returning()
      await context.history('available_service', made!.id, 'created', null, made!)
      return (await row?.(data, context)) ?? { outcome: 'fatto', message: data.name }
    },
    ...more,
  })
async function queued({ db }: World, user_id: number, names: string[], type = 'prova', created_at = new Date().toISOString()) {
  const [job] = await db.insert(job_history).values({ type, description: 'Prova', input: { names }, user_id, created_at }).returning()
  return job!.id
}
/** Carries it to its end; what was told of errors that no person reads. */
async function carry({ db, deps }: World, job: number, ...kinds: ReturnType<typeof kindOf>[]) {
  const told: unknown[] = []
  const failed = await runJob(job, kinds, { ...deps, db }, (error) => told.push((error as Error).message)).catch((error) => error)
  const [record] = await db.select().from(job_history).where(eq(job_history.id, job))
  const rows = await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))
  const log = await db.select().from(job_log).where(eq(job_log.job_id, job)).orderBy(desc(job_log.id))
  return { told, failed, record: record!, rows: rows.map(({ outcome, message }) => [outcome, message]), log: log.map(({ text }) => text) }
}
const made = async ({ db }: World, like: string) =>
  (await db.select().from(available_services).orderBy(asc(available_services.id)))
    .map(({ name }) => name)
    .filter((name) => name.startsWith(like))

test('a failed row is rolled back alone, with its history; an unexpected error is logged and not shown to the person', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const at = new Date()
    const names = ['Zeta 1', 'Zeta rotto', 'Zeta 2', 'Zeta detto', 'Zeta campi', 'Zeta 3']
    const kind = kindOf({}, async ({ name }) => {
      if (name === 'Zeta rotto') throw new Error('bug')
      if (name === 'Zeta detto') throw problem.conflict('Non si può.')
      if (name === 'Zeta campi') throw problem.invalid({ a: 'Manca A.', b: 'Manca B.' })
      return undefined
    })
    const job = await queued(world, admin.user_id, names)
    const { told, record, rows, log } = await carry(world, job, kindOf({ type: 'altra' }), kind)
    expect(told).toEqual(['bug'])
    expect(rows).toEqual([
      ['fatto', 'Zeta 1'],
      ['errore', UNEXPECTED],
      ['fatto', 'Zeta 2'],
      ['errore', 'Non si può.'],
      ['errore', 'Manca A. Manca B.'],
      ['fatto', 'Zeta 3'],
    ])
    expect(record).toMatchObject({ status: 'completato_con_errori', items: 6, done: 6, errors: 3 })
    for (const time of [record.started_at, record.ended_at]) expect(Date.parse(time!)).toBeGreaterThanOrEqual(at.getTime())
    expect(log).toEqual(['Finito: 6 righe, 3 con errori.', 'Iniziato: 6 righe.'])
    expect(await made(world, 'Zeta')).toEqual(['Zeta 1', 'Zeta 2', 'Zeta 3'])
    const of = and(eq(model_history.batch_id, String(job)), eq(model_history.user_id, admin.user_id))
    const history = await world.db.select().from(model_history).where(of).orderBy(asc(model_history.id))
    expect(history.map(({ event, new: after }) => [event, after?.name])).toEqual([
      ['created', 'Zeta 1'],
      ['created', 'Zeta 2'],
      ['created', 'Zeta 3'],
    ])
    // It is over: once more is nothing more.
    await carry(world, job, kind)
    expect(await made(world, 'Zeta')).toHaveLength(3)
  }))

test('when a job ends, its kind gets the number of successful rows and writes the last log line', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const asked: unknown[] = []
    const end = async (input: unknown, rows: unknown) => {
      asked.push(input, rows)
      return 'Tutto a posto.'
    }
    const kind = kindOf({ end }, async ({ name }) => (name === 'Zeta 2' ? { outcome: 'invariato', message: 'È già così.' } : undefined))
    const job = await queued(world, admin.user_id, ['Zeta 1', 'Zeta 2', 'Zeta 3'])
    const { record, rows, log } = await carry(world, job, kind)
    expect(record).toMatchObject({ status: 'completato', done: 3, errors: 0 })
    expect(rows[1]).toEqual(['invariato', 'È già così.'])
    expect(log[0]).toBe('Tutto a posto.')
    expect(asked).toEqual([{ names: ['Zeta 1', 'Zeta 2', 'Zeta 3'] }, { well: 3, errors: 0 }])
    const none = await carry(world, await queued(world, admin.user_id, []), kindOf())
    expect([none.record.status, none.record.items, none.log[0]]).toEqual(['completato', 0, 'Finito: 0 righe, 0 con errori.'])
  }))

test('a job that cannot be planned or is not allowed fails with the reason', () =>
  inWorld(async (world) => {
    const { db } = world
    const [admin, rete] = [await world.as('admin'), await world.as('rete')]
    const fails = async (kind: ReturnType<typeof kindOf>, user: number, ...as: [string?, string?]) => {
      const { record, log, told } = await carry(world, await queued(world, user, ['Zeta'], ...as), kind)
      expect([record.status, record.items, record.ended_at === null]).toEqual(['fallito', null, false])
      return [log, told]
    }
    const planned = (error: () => Error) => kindOf({ plan: () => Promise.reject(error()) })
    expect(
      await fails(
        planned(() => new Error('bug')),
        admin.user_id,
      ),
    ).toEqual([[UNEXPECTED], ['bug']])
    expect(
      await fails(
        planned(() => problem.conflict('Non ora.')),
        admin.user_id,
      ),
    ).toEqual([['Non ora.'], []])
    const before = new Date(Date.now() - 86_400_000).toISOString()
    expect(await fails(kindOf(), admin.user_id, 'sconosciuto', before)).toEqual([['Questo server non conosce questo tipo di job.'], []])
    const lost = [['Chi l’ha avviato non ne ha più il diritto.'], []]
    expect(await fails(kindOf(), rete.user_id), 'without the right').toEqual(lost)
    expect(await fails(kindOf(), 999_999), 'nobody').toEqual(lost)
    for (const change of [{ enabled: 0 }, { enabled: 1, deleted_at: new Date().toISOString() }]) {
      await db.update(users).set(change).where(eq(users.id, admin.user_id))
      expect(await fails(kindOf(), admin.user_id), Object.keys(change).join()).toEqual(lost)
    }
    expect(await made(world, 'Zeta')).toEqual([])
  }))

test('a job of a kind that is not known here waits for a process of a newer version, which runs beside this one during an update', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const job = await queued(world, admin.user_id, ['Zeta'], 'nuovo')
    const older = await carry(world, job, kindOf())
    expect(older.failed).toBeInstanceOf(Error)
    expect([older.record.status, older.log, older.told]).toEqual(['in_coda', [], []])
    const newer = await carry(world, job, kindOf({ type: 'nuovo' }))
    expect([newer.failed, newer.record.status]).toEqual([undefined, 'completato'])
  }))

test('without a database or disk space no row is decided, and the queue retries', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    for (const error of [unreachable(), Object.assign(new Error('full'), { code: '53100' })]) {
      const job = await queued(world, admin.user_id, ['Zeta 1'])
      const atPlan = await carry(world, job, kindOf({ plan: () => Promise.reject(error) }))
      expect([atPlan.failed, atPlan.record.status, atPlan.log, atPlan.told]).toEqual([error, 'in_coda', [], []])
      const atRow = await carry(
        world,
        job,
        kindOf({}, () => Promise.reject(error)),
      )
      expect([atRow.failed, atRow.record.status, atRow.record.done, atRow.rows]).toEqual([error, 'in_corso', 0, [['attesa', null]]])
      const { record, rows } = await carry(
        world,
        job,
        kindOf({}, async () => ({ outcome: 'fatto', message: 'ora' })),
      )
      expect([record.status, rows]).toEqual(['completato', [['fatto', 'ora']]])
      await world.db.delete(available_services).where(eq(available_services.name, 'Zeta 1'))
    }
  }))

test('when its time slice ends, the rest of a job is queued again and finished rows stay', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const asked: unknown[] = []
    const clock = { late: 0 }
    const since = Date.now()
    const jobs = { ...world.deps.jobs, run: async (_: unknown, job: unknown) => void asked.push(job) }
    const kind = kindOf({ batch: 1 }, async () => {
      clock.late += 8_000
      return undefined
    })
    const job = await queued(world, admin.user_id, ['Zeta 1', 'Zeta 2', 'Zeta 3'])
    vi.spyOn(Date, 'now').mockImplementation(() => since + clock.late)
    await runJob(job, [kind], { ...world.deps, jobs }, () => undefined)
    expect(asked).toEqual([{ id: job }])
    expect(await made(world, 'Zeta')).toEqual(['Zeta 1', 'Zeta 2'])
    const { record } = await carry(world, job, kind)
    expect([record.status, record.done, asked.length]).toEqual(['completato', 3, 1])
  }))
