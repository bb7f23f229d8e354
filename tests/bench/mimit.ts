import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { provinces } from '../../src/contract/kernel/provinces.ts'
import { priceFile, stationFile } from '../api/support/mimit-fixtures.ts'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { freePort, launch, newFolder, ready } from '../server-process.ts'
import { resident } from './api.ts'
import { percentile, type Row, row } from './table.ts'

/** As many as the ministry had on 21/08/2026; made up. */
const [STATIONS, PRICES] = [23_973, 92_812]
const FUELS = ['Benzina', 'Gasolio', 'GPL', 'Metano', 'HVOlution']
const BRANDS = ['Agip Eni', 'Q8', 'Esso', 'Tamoil', 'Pompe Bianche', 'IP']
function edition(day: string) {
  const signs = [...provinces.keys()]
  const stations = Array.from({ length: STATIONS }, (_, n) => [
    ...[10_000 + n, `GESTORE ${n} SRL`, BRANDS[n % BRANDS.length]!, n % 50 ? 'Stradale' : 'Autostradale', `IMPIANTO N. ${n}`],
    ...[
      `VIA EMILIA OVEST ${n % 400} ${40_000 + (n % 9_000)}`,
      'FIDENZA',
      signs[n % signs.length]!,
      `4${n % 6}.${1_000 + (n % 9_000)}`,
      `1${n % 4}.${1_000 + (n % 8_999)}`,
    ],
  ])
  const italian = day.split('-').reverse().join('/')
  const prices = Array.from({ length: PRICES }, (_, n) => {
    const fuel = Math.floor(n / STATIONS)
    return [
      10_000 + (n % STATIONS),
      FUELS[fuel]!,
      (1.5 + ((n + Number(day.slice(-2))) % 500) / 1_000).toFixed(3),
      n % 3 ? 1 : 0,
      `${italian} 07:00:00`,
    ]
  })
  return { 'anagrafica.csv': stationFile(stations, { day }), 'prezzi.csv': priceFile(prices, { day }) }
}

/** One import from the folder, meanwhile others ask for lists: seconds, milliseconds of the answers, and the most memory of the server in MB. */
async function imported(api: Api, pid: number, folder: string, day: string) {
  const inside = path.join(folder, 'mimit/in')
  fs.mkdirSync(inside, { recursive: true })
  const minute = new Date(Date.now() - 60_000)
  for (const [name, text] of Object.entries(edition(day))) {
    fs.writeFileSync(path.join(inside, name), text)
    fs.utimesSync(path.join(inside, name), minute, minute)
  }
  let [most, over] = [0, false]
  const timer = setInterval(() => {
    most = Math.max(most, resident(pid))
  }, 20)
  const times: number[] = []
  const looks = ['/stations?per_page=25', '/prices?per_page=25', '/station/competitors?per_page=25', '/mimit/source']
  const from = performance.now()
  const { id } = await api.get('/commands/miseimport')
  const asking = (async () => {
    for (let turn = 0; !over; turn++) {
      const since = performance.now()
      await api.bytes(looks[turn % looks.length]!)
      times.push(performance.now() - since)
      await pause(20)
    }
  })()
  let job: { status: string; errors: number; done: number; log: { text: string }[] }
  do {
    await pause(50)
    job = await api.get(`/admin/history/${id}`)
  } while (job.status === 'in_coda' || job.status === 'in_corso')
  const seconds = (performance.now() - from) / 1_000
  over = true
  await asking
  clearInterval(timer)
  console.error(
    `  ${job.log[0]?.text} API ${[0.5, 0.9, 0.99, 1].map((share) => Math.round(percentile(times, share))).join(', ')} ms (p50, p90, p99, most)`,
  )
  if (job.status !== 'completato') throw new Error(`the import ended as ${job.status}`)
  const source = await api.get('/mimit/source')
  if (source.stations !== STATIONS || source.prices !== PRICES) throw new Error(`${source.stations} stations, ${source.prices} prices`)
  return { seconds, p99: percentile(times, 0.99), most }
}

/** The ministry's registry as the job brings it in, twice: another day has other prices. On the embedded database. */
export async function mimitRows(): Promise<Row[]> {
  const [folder, drop] = [newFolder(), newFolder()]
  const port = await freePort()
  const running = launch(folder, port, { LOG_LEVEL: 'warn', PROFILE: 'demo', DROP_DIR: drop })
  try {
    await ready(running, port)
    const api = await apiAs(`http://127.0.0.1:${port}`, 'admin')
    const before = resident(running.child.pid!)
    const runs = []
    for (const day of ['2026-08-21', '2026-08-22', '2026-08-23']) runs.push(await imported(api, running.child.pid!, drop, day))
    const name = `MIMIT import of ${STATIONS.toLocaleString('en')} stations and ${PRICES.toLocaleString('en')} prices`
    return [
      row(`${name}, the slowest of three`, Math.max(...runs.map(({ seconds }) => seconds)), 's', 30, '≤'),
      row(`${name}, API p99 meanwhile`, Math.max(...runs.map(({ p99 }) => p99)), 'ms', 300, '≤'),
      row(`${name}, memory of the server beyond what it had`, Math.max(...runs.map(({ most }) => most)) - before, 'MB', 300, '≤'),
      row(`${name}, of which with the third`, Math.max(0, runs[2]!.most - Math.max(runs[0]!.most, runs[1]!.most)), 'MB', 50, '≤'),
    ]
  } finally {
    running.child.kill('SIGTERM')
    await running.ended
    for (const one of [folder, drop]) fs.rmSync(one, { recursive: true, force: true })
  }
}
