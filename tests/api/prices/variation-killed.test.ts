import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { seededFolder } from '../../server-process.ts'
import { inFolder, serve } from '../support/killed.ts'

/** The server is killed during a variation: the next one continues it, and each station is changed once. */
const STATIONS = 400
beforeAll(build, 600_000)
const NETWORK = `
  insert into fuels (name, code) values ('Benzina di prova', 'BPROVA');
  insert into stations (code, name, address, cap, city, province, search_text)
    select 'ZK' || n, 'Prova ' || n, 'Via Prova 1', '43036', 'Fidenza', 'PR', 'prova' from generate_series(1, ${STATIONS}) n;
  insert into station_fuels (station_id, fuel_id) select s.id, f.id from stations s, fuels f where s.code like 'ZK%' and f.code = 'BPROVA';
  insert into prices (station_id, fuel_id, mode, price, valid_from)
    select s.id, f.id, 'self', 1.789, now() - interval '2 days' from stations s, fuels f where s.code like 'ZK%' and f.code = 'BPROVA';`
const FIGURES = `select count(*)::int as prices, count(distinct p.station_id)::int as stations,
  (select count(*)::int from model_history where model = 'price' and batch_id is not null) as history,
  (select count(*)::int from job_rows where outcome = 'fatto') as rows
  from prices p join fuels f on f.id = p.fuel_id where f.code = 'BPROVA' and p.price = 1.799`

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the server killed in the middle of a variation: carried on with, each station changed once',
  { timeout: 300_000 },
  async () => {
    const folder = await seededFolder(inject('snapshot'))
    await inFolder(folder, (client) => client.exec(NETWORK))
    const first = await serve(folder, { DATABASE_URL: '' })
    const { data: rows } = (await first.ask('GET', '/prices?search=prova&per_page=100')).body.data
    const fuel = rows[0].cells[0].fuel_id
    const stations = []
    for (let page = 1; page <= STATIONS / 100; page++) {
      const { data } = (await first.ask('GET', `/prices?search=prova&per_page=100&page=${page}`)).body.data
      for (const { id, cells } of data) stations.push({ id, seen: [cells.find((cell: any) => cell.id).id] })
    }
    expect(stations).toHaveLength(STATIONS)
    const variation = { stations, fuels: [fuel], modes: ['self'], delta: 0.01 }
    const { id } = (await first.ask('POST', '/prices/variation', variation)).body.data
    await first.until(id, ({ done }) => done > 0)
    await first.kill()
    const half = (await inFolder(folder, (client) => client.query(FIGURES))).rows[0]!
    expect(half.prices).toBeGreaterThan(0)
    expect(half.prices).toBeLessThan(STATIONS)
    expect(half).toEqual({ prices: half.prices, stations: half.prices, history: half.prices, rows: half.prices })

    const second = await serve(folder, { DATABASE_URL: '' })
    await second.until(id, ({ status }) => status === 'completato')
    await second.kill()
    const whole = (await inFolder(folder, (client) => client.query(FIGURES))).rows[0]!
    expect(whole).toEqual({ prices: STATIONS, stations: STATIONS, history: STATIONS, rows: STATIONS })
  },
)
