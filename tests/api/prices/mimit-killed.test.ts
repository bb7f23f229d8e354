import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { database, freePort, launch, newFolder, type Running, ready, seededFolder } from '../../server-process.ts'
import { many, priceFile, STATIONS, stationFile } from '../support/mimit-fixtures.ts'
import { PASSWORD } from '../support/world.ts'

/** The built server is killed during an import: readers see the old edition until the new one is complete, and then the new one once. */
const servers: Running[] = []
beforeAll(build, 600_000)
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
})
const COUNT = 12_000
async function serve(folder: string, drop: string) {
  const port = await freePort()
  const server = launch(folder, port, { LOG_LEVEL: 'error', DATABASE_URL: '', DROP_DIR: drop })
  servers.push(server)
  await ready(server, port)
  const call = async (method: string, url: string, token = '', body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${url}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { data: any } }
  }
  const { body } = await call('POST', '/auth/login', '', { email: 'admin@demo.example.it', password: PASSWORD })
  return {
    ask: (url: string) => call('GET', url, body.data.token),
    async kill() {
      server.child.kill('SIGKILL')
      await server.ended
    },
  }
}
const FIGURES = `select (select count(*)::int from mimit_stations) as stations, (select count(*)::int from mimit_prices) as prices,
  (select count(distinct (station_id, fuel_raw, self))::int from mimit_prices) as different, (select name from mimit_stations where id = 71) as name,
  (select count(*)::int from mimit_prices_staged) as staged`
async function figures(folder: string) {
  const client = await PGlite.create(database(folder))
  try {
    return (await client.query(FIGURES)).rows[0]
  } finally {
    await client.close()
  }
}

test.skipIf(!!process.env.TEST_DATABASE_URL)(
  'killed in the middle of an import: the old registry is read until the new one is whole; the next process finishes it, nothing twice',
  { timeout: 300_000 },
  async () => {
    const folder = await seededFolder(inject('snapshot'))
    const client = await PGlite.create(database(folder))
    await client.exec(`insert into mimit_stations (id, name, search_text) values (71, 'Di prima', 'di prima')`)
    await client.close()
    const drop = newFolder()
    const at = path.join(drop, 'mimit', 'in')
    fs.mkdirSync(at, { recursive: true })
    const others = many(COUNT)
    const minute = new Date(Date.now() - 60_000)
    for (const [name, text] of [
      ['anagrafica.csv', stationFile([...STATIONS, ...others.stations])],
      ['prezzi.csv', priceFile(others.prices)],
    ] as const) {
      fs.writeFileSync(path.join(at, name), text)
      fs.utimesSync(path.join(at, name), minute, minute)
    }
    const first = await serve(folder, drop)
    const { id } = (await first.ask('/commands/miseimport')).body.data
    await vi.waitUntil(async () => (await first.ask(`/admin/history/${id}`)).body.data.done >= 4, { timeout: 60_000, interval: 5 })
    await first.kill()
    const half = await figures(folder)
    expect(half).toMatchObject({ stations: 1, prices: 0, name: 'Di prima' })

    const second = await serve(folder, drop)
    await vi.waitUntil(async () => (await second.ask(`/admin/history/${id}`)).body.data.status === 'completato', {
      timeout: 120_000,
      interval: 50,
    })
    await second.kill()
    expect(await figures(folder)).toEqual({ stations: COUNT + 4, prices: COUNT, different: COUNT, name: 'Prova Uno', staged: 0 })
    expect(fs.readdirSync(at)).toEqual([])
  },
)
