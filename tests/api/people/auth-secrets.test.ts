import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { inWorld, PASSWORD } from '../support/world.ts'

const schemas = import.meta.glob<Record<string, unknown>>('../../../server/db/schema/**/*.ts', { eager: true })

test('passwords, tokens, cookies and links are stored as hashes and never logged', () =>
  inWorld(async (world) => {
    const lines: string[] = []
    const app = await createApp({ ...world.deps, log: { level: 'trace', stream: { write: (line) => void lines.push(line) } } })
    const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers = {}, cookies = {}) =>
      app.inject({ method, url: API_BASE + url, headers, cookies, ...(payload && { payload }) })

    const wrong = 'questa password è sbagliata'
    await send('POST', '/auth/login', { email: 'rete@demo.example.it', password: wrong })
    const login = await send('POST', '/auth/login', { email: 'rete@demo.example.it', password: PASSWORD })
    const { token, handle } = login.json().data
    const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
    expect(Object.keys(cookies)).toHaveMembers(['kd', 'rt'])
    const renewed = await send('POST', '/auth/refresh', { handle }, {}, cookies)
    expect(renewed.statusCode).toBe(200)
    await send('POST', '/auth/forgot-password', { email: 'rete@demo.example.it' })
    const link = /token=([\w-]{43})/.exec((await world.mails())[0]!.text)![1]!
    await send('GET', `/auth/me?token=${token}`, undefined, { authorization: `Bearer ${token}` })
    await send('GET', `/calendar/${link}.ics`)
    const next = 'cavallo batteria graffetta'
    await send(
      'PUT',
      '/users/password',
      { current_password: PASSWORD, password: next, password_confirmation: next },
      { authorization: `Bearer ${token}` },
    )

    const secrets = [
      wrong,
      PASSWORD,
      next,
      token,
      handle,
      link,
      ...Object.values(cookies),
      renewed.json().data.token,
      ...renewed.cookies.map(({ value }) => value),
    ]
    expect(secrets.every((secret) => secret.length > 10)).toBe(true)
    const tables = Object.values(schemas)
      .flatMap(Object.values)
      .filter((value) => is(value, PgTable))
    let stored = ''
    for (const table of new Set(tables.map((one) => getTableName(one as PgTable)))) {
      const { rows } = (await world.db.execute(sql`select t::text as line from ${sql.identifier(table)} t`)) as unknown as {
        rows: { line: string }[]
      }
      stored += rows.map(({ line }) => line).join('\n')
    }
    const jobs = (await world.db.execute(sql`select j::text as line from pgboss.job j`)) as unknown as { rows: { line: string }[] }
    expect(jobs.rows.some(({ line }) => line.includes('rete@demo.example.it'))).toBe(true)
    stored += jobs.rows.map(({ line }) => line).join('\n')
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([])
    const log = lines.join('')
    expect(log).toContain('/api/v1/auth/login')
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
    await app.close()
  }))
