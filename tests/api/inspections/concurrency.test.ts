import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { inspection_model_versions, inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { COPY, TEMPLATE } from '../../global-setup.ts'
import { PASSWORD } from '../support/world.ts'

/** Behaviour that needs many connections; TEST_DATABASE_URL names a PostgreSQL (`npm test` starts one if it can). */
const url = process.env.TEST_DATABASE_URL
if (!url) console.log('skipped: no PostgreSQL (TEST_DATABASE_URL)')

test.skipIf(!url)(
  'verifiche begun at once get numbers without gaps, versions freeze once, one of two saves wins',
  { timeout: 120_000 },
  async () => {
    const name = `${COPY}${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name} template ${TEMPLATE}`)
    const database = await openDatabase({ dataDir: '', databaseUrl: Object.assign(new URL(url!), { pathname: `/${name}` }).toString() })
    const { db } = database
    const world = {
      files: diskStore(os.tmpdir()),
      mail: { sends: false, send: async () => {} },
      jobs: createJobs(db, database.script, console.error),
      origin: 'http://piazzale.test',
      demo: true,
      version: 'test',
    }
    const app = await createApp({ ...world, db, now: () => new Date() })
    const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const ask = () => app.inject({ method, url: API_BASE + path, headers, ...(payload && { payload }) })
      let answer = await ask()
      // On a busy machine the wait for a connection ends before the thirty others have given theirs back; nothing was done then.
      while (answer.statusCode === 503) answer = await ask()
      return { status: answer.statusCode, data: answer.json().data }
    }
    const { token } = (await send('POST', '/auth/login', { email: 'ispettore@demo.example.it', password: PASSWORD })).data
    const as = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => send(method, path, payload, token)

    await as('PUT', '/inspection/model/1', { rev: 1, intro: 'Testo nuovo: la prossima verifica congela la versione 2.' })
    const started = await Promise.all(Array.from({ length: 30 }, () => as('POST', '/inspection', { model_id: 1, station_id: 1 })))
    expect(started.map(({ status }) => status)).toEqual(Array(30).fill(201))
    const numbers = started.map(({ data }) => data.id_number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, i) => numbers[0]! + i))
    expect(new Set(started.map(({ data }) => data.model_version))).toEqual(new Set([2]))
    expect(await db.$count(inspection_model_versions, eq(inspection_model_versions.model_id, 1))).toBe(2)

    const client_uuid = randomUUID()
    const repeated = await Promise.all(
      Array.from({ length: 8 }, () => as('POST', '/inspection', { model_id: 1, station_id: 1, client_uuid })),
    )
    expect(repeated.map(({ status }) => status)).toHaveMembers([...Array(7).fill(200), 201])
    expect(await db.$count(inspections, eq(inspections.client_uuid, client_uuid))).toBe(1)
    expect((await as('POST', '/inspection', { model_id: 1, station_id: 1 })).data.id_number).toBe(numbers.at(-1)! + 2)

    const saves = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        as('PUT', `/inspection/${client_uuid}`, { rev: 1, answers: { q_vpv_insegna: { v: 'si', note: `${i}` } } }),
      ),
    )
    expect(saves.map(({ status }) => status)).toHaveMembers([200, 409, 409, 409, 409, 409])
    expect((await as('GET', `/inspection/${client_uuid}`)).data.rev).toBe(2)

    await app.close()
    await database.close()
    await admin.query(`drop database ${name}`)
    await admin.end()
  },
)
