import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { newFolder, seededFolder } from '../../server-process.ts'
import { inFolder, serve } from '../support/killed.ts'
import { many, priceFile, STATIONS, stationFile } from '../support/mimit-fixtures.ts'

/** The built server is killed during an import: readers see the old edition until the new one is complete, and then the new one once. */
beforeAll(build, 600_000)
const COUNT = 12_000
const FIGURES = `select (select count(*)::int from mimit_stations) as stations, (select count(*)::int from mimit_prices) as prices,
  (select count(distinct (station_id, fuel_raw, self))::int from mimit_prices) as different, (select name from mimit_stations where id = 71) as name,
  (select count(*)::int from mimit_prices_staged) as staged`
const figures = async (folder: string) => (await inFolder(folder, (client) => client.query(FIGURES))).rows[0]

test.skipIf(!!process.env.TEST_DATABASE_URL)(
  'killed in the middle of an import: the old registry is read until the new one is whole; the next process finishes it, nothing twice',
  { timeout: 300_000 },
  async () => {
    const folder = await seededFolder(inject('snapshot'))
    await inFolder(folder, (client) =>
      client.exec(`insert into mimit_stations (id, name, search_text) values (71, 'Di prima', 'di prima')`),
    )
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
    const first = await serve(folder, { DATABASE_URL: '', DROP_DIR: drop })
    const { id } = (await first.ask('GET', '/commands/miseimport')).body.data
    await first.until(id, ({ done }) => done >= 4)
    await first.kill()
    const half = await figures(folder)
    expect(half).toMatchObject({ stations: 1, prices: 0, name: 'Di prima' })

    const second = await serve(folder, { DATABASE_URL: '', DROP_DIR: drop })
    await second.until(id, ({ status }) => status === 'completato')
    await second.kill()
    expect(await figures(folder)).toEqual({ stations: COUNT + 4, prices: COUNT, different: COUNT, name: 'Prova Uno', staged: 0 })
    expect(fs.readdirSync(at)).toEqual([])
  },
)
