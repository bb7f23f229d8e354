import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { startPostgres } from '../../scripts/postgres.mjs'
import { build as buildProduct, root } from '../../scripts/prepare.mjs'
import { apiAs } from '../e2e/support/api.ts'
import { makeModel } from '../e2e/support/models.ts'
import { apiRows, startBuilt } from './api.ts'
import { archiveRows } from './archives.ts'
import { BIG, fieldRows, stationRows } from './field.ts'
import { serveFloor } from './floor.ts'
import { forgottenRows } from './forgotten.ts'
import { guessRows } from './guesses.ts'
import { heldRows } from './held.ts'
import { lighthouseRows } from './lighthouse.ts'
import { listRows } from './lists.ts'
import { liveRows } from './live.ts'
import { launchBrowser, loadRows } from './load.ts'
import { mimitRows } from './mimit.ts'
import { officeRows } from './office.ts'
import { outboxRows } from './outbox.ts'
import { priceRows } from './prices.ts'
import { registryRows } from './registry.ts'
import { renewalRows } from './renewals.ts'
import { routeRows } from './routes.ts'
import { scaleNetwork } from './scale.ts'
import { intoPage, notMeasured, type Row, table } from './table.ts'
import { ticketRows } from './tickets.ts'
import { trafficRows } from './traffic.ts'

/**
 * `npm run bench` (`-- --quick`; `--only=stations` a part alone; `--write` puts the table into docs/benchmarks.md;
 * `--load` only the load of an office, with `--minutes=30` of a steady stream): every figure of the budgets beside its floor,
 * measured in this very run. What cannot be measured here is said
 * in its row; the exit code is 1 only when nothing could be.
 */
const quick = process.argv.includes('--quick')
const [runs, seconds] = quick ? [3, 3] : [5, 8]
const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-bench-'))
/** Points of sale of the whole country (MIMIT, 2025), all on the device of the inspector. */
const STATIONS = 23_973
const rows: Row[] = []
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? ''
const load = process.argv.includes('--load')
const minutes = Number(process.argv.find((arg) => arg.startsWith('--minutes='))?.slice('--minutes='.length) ?? 30)
async function part(name: string, measure: () => Promise<Row[]>) {
  if (!name.includes(only)) return
  const since = Date.now()
  const before = rows.length
  const failed = (error: Error) => {
    console.error(error)
    return [notMeasured(`${name}: ${error.message.split('\n')[0]}`, '–')]
  }
  rows.push(...(await measure().catch(failed)))
  console.error(`${name}: ${Math.round((Date.now() - since) / 1000)} s`)
  for (const one of rows.slice(before)) console.error(`  ${one.name}: ${one.value}${one.ratio ? `, ${one.ratio.toFixed(2)}×` : ''}`)
}

await buildProduct()
/** Every part but the load of an office. */
async function budgets() {
  const floorDir = path.join(temp, 'floor')
  const options = { configFile: false, logLevel: 'error', plugins: [react()] } satisfies InlineConfig
  await build({ ...options, root: path.join(root, 'tests/bench/floor'), build: { outDir: floorDir, target: 'baseline-widely-available' } })
  await build({ ...options, root: path.join(root, 'tests/bench/outbox'), build: { outDir: path.join(temp, 'outbox') } })
  fs.cpSync(path.join(temp, 'outbox/assets'), path.join(floorDir, 'assets'), { recursive: true })
  fs.copyFileSync(path.join(temp, 'outbox/index.html'), path.join(floorDir, 'outbox.html'))

  const floor = await serveFloor(floorDir)
  const server = await startBuilt(undefined, STATIONS)
  try {
    const accounts = await apiAs(server.origin, 'contabilita')
    for (let at = 0; at < 25; at++) await accounts.post('/banks', { name: `Banca numero ${at}` })
    await makeModel(await apiAs(server.origin, 'admin'), BIG)
    await part('first load', () => loadRows(browser, server.origin, floor.url, runs))
    await part('Lighthouse', () => lighthouseRows(server.origin))
    await part('in the field', () => fieldRows(server.origin, floor.url, runs))
    await part('from page to page', () => routeRows(browser, server.origin, floor.url, runs, quick ? 100 : 500))
    await part('outbox', () => outboxRows(browser, floor.url, runs))
    await part('stations', () => stationRows(browser, server.origin, floor.url, runs))
    await part('registry of stations', () => registryRows(browser, server))
    await part('API on PGlite', () => apiRows('PGlite', server, seconds))
    await part('the engine held', () => heldRows(server.origin))
    await part('streams', () => liveRows(server))
    await part('archives', () => archiveRows(server.origin, quick ? 50 : 200))
    await part('renewals', () => renewalRows(server.origin, quick ? 200 : 1_000))
    await part('forgotten on PGlite', () => forgottenRows('PGlite', server.origin, quick ? 100 : 300))
    await part('guesses on PGlite', () => guessRows('PGlite', server.origin, seconds))
  } finally {
    await server.stop()
    await floor.close()
  }
  const scale = scaleNetwork()
  await part('prices', async () => priceRows(await scale.open()))
  await part('tickets', async () => ticketRows(await scale.open()))
  await part('lists of the office', async () => listRows(await scale.open()))
  await part('the office at work', async () => officeRows(await scale.open()))
  await scale.stop()
  await part('MIMIT', mimitRows)
  const postgres = await startPostgres()
  if (postgres) {
    const api = await startBuilt(postgres.url)
    await part('API on PostgreSQL', () => apiRows('PostgreSQL', api, seconds, postgres))
    await part('forgotten on PostgreSQL', () => forgottenRows('PostgreSQL', api.origin, quick ? 100 : 300))
    await part('guesses on PostgreSQL', () => guessRows('PostgreSQL', api.origin, seconds))
    await api.stop()
    await postgres.stop()
  } else rows.push(notMeasured('API on PostgreSQL: it is not installed', '–'))
}
/** What an office asks for all day, on both engines. */
async function traffic() {
  const longest = quick ? 20 : 60
  await part('traffic on PGlite', () => trafficRows('PGlite', longest, minutes))
  const postgres = await startPostgres()
  if (!postgres) return void rows.push(notMeasured('traffic on PostgreSQL: it is not installed', '–'))
  await part('traffic on PostgreSQL', () => trafficRows('PostgreSQL', longest, minutes, postgres.url))
  await postgres.stop()
}
const browser = await launchBrowser()
const chromium = browser.version()
await (load ? traffic() : budgets()).finally(() => browser.close())
fs.rmSync(temp, { recursive: true, force: true })

const gib = Math.round(os.totalmem() / 2 ** 30)
const busy = os.loadavg()[1]?.toFixed(1)
const machine = `${os.cpus().length} cores, ${gib} GiB, Node ${process.versions.node}, Chromium ${chromium}, ${os.type()}; load ${busy} (5 minutes)`
const printed = `The last ${quick ? 'short ' : ''}run, of ${new Date().toISOString().slice(0, 10)}: ${machine}.\n\n${table(rows)}`
console.log(`\n${printed}`)
if (process.argv.includes('--write')) {
  const page = path.join(root, 'docs/benchmarks.md')
  fs.writeFileSync(page, intoPage(fs.readFileSync(page, 'utf8'), printed))
}
if (rows.every(({ ok }) => ok === undefined)) process.exitCode = 1
