import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { provinces } from '../../src/contract/kernel/provinces.ts'
import { insertReference } from '../db/seed/network.ts'
import { orUsage, run, withDatabase } from './command.ts'
import { importMimit } from './mimit-write.ts'

const usage = 'npm run import:mimit -- ANAGRAFICA.csv[.gz] PREZZI.csv[.gz] [--brand=BANDIERA,…] [--province=SIGLA,…] [--insist]'
const list = (values: string[] = []) =>
  values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)
function read(file: string): Uint8Array {
  if (!fs.existsSync(file)) throw new Error(`Il file "${file}" non esiste.`)
  const bytes = fs.readFileSync(file)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}
const number = new Intl.NumberFormat('it-IT')
const tally = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([reason, n]) => `${reason} ${number.format(n)}`)
    .join(', ')
const moved = ({ rows, added, changed, removed }: { rows: number; added: number; changed: number; removed: number }) =>
  `${number.format(rows)} (nuovi ${number.format(added)}, cambiati ${number.format(changed)}, tolti ${number.format(removed)})`

run(async () => {
  const { values, positionals } = orUsage(usage, () =>
    parseArgs({
      allowPositionals: true,
      options: { brand: { type: 'string', multiple: true }, province: { type: 'string', multiple: true }, insist: { type: 'boolean' } },
    }),
  )
  const [stationFile, priceFile, ...rest] = positionals
  if (!stationFile || !priceFile || rest.length) throw new Error(`Uso: ${usage}`)
  const selection = { brands: list(values.brand), provinces: list(values.province).map((sign) => sign.toUpperCase()) }
  const unknown = selection.provinces.find((sign) => !provinces.has(sign))
  if (unknown) throw new Error(`La provincia "${unknown}" non esiste.`)
  const files = { stations: read(stationFile), prices: read(priceFile) }
  await withDatabase(async (db) => {
    const started = performance.now()
    await insertReference(db)
    const { day, registry, registryPrices, ours, published, left, withheld, unknownFuels } = await importMimit(
      db,
      files,
      selection,
      values.insist,
    )
    const skipped = Object.values(ours.skipped).reduce((sum, n) => sum + n, 0)
    console.log(`Registro MIMIT${day ? ` del ${day.split('-').reverse().join('/')}` : ''}`)
    console.log(`  impianti ${moved(registry)}`)
    console.log(`  prezzi ${moved(registryPrices)}`)
    if (Object.keys(left).length) console.log(`  righe scartate: ${tally(left)}`)
    if (unknownFuels.length) console.log(`  carburanti da associare: ${tally(Object.fromEntries(unknownFuels))}`)
    console.log(
      `Punti vendita: importati ${number.format(ours.imported)}, aggiornati ${number.format(ours.updated)}, invariati ${number.format(ours.unchanged)}, saltati ${number.format(skipped)}${skipped ? ` (${tally(ours.skipped)})` : ''}`,
    )
    console.log(
      `Prezzi di listino: aggiunti ${number.format(published)}${Object.keys(withheld).length ? `, lasciati ${tally(withheld)}` : ''}`,
    )
    console.log(`Tempo: ${((performance.now() - started) / 1_000).toFixed(1).replace('.', ',')} s`)
  })
})
