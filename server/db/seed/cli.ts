import { parseArgs } from 'node:util'
import { isDay } from '../../../src/contract/kernel/italian-codes.ts'
import { orUsage, run, withDatabase } from '../../cli/command.ts'
import { dataDir, filesKey, filesUrl } from '../../environment.ts'
import { openFiles } from '../../lib/files/open-files.ts'
import { type Profile, profiles, seed, today } from './profiles.ts'
import { clear, digests, isEmpty } from './tables.ts'

const names = Object.keys(profiles).join('|')
const usage = `npm run seed -- --profile=${names} [--seed=42] [--as-of=AAAA-MM-GG] [--reset]`

run(async () => {
  const { values } = orUsage(usage, () =>
    parseArgs({
      options: {
        profile: { type: 'string', default: 'demo' },
        seed: { type: 'string', default: '42' },
        'as-of': { type: 'string', default: today() },
        reset: { type: 'boolean', default: false },
      },
    }),
  )
  const { profile, 'as-of': asOf } = values
  const number = Number(values.seed)
  if (!(profile in profiles) || !isDay(asOf) || !Number.isSafeInteger(number)) throw new Error(`Uso: ${usage}`)
  await withDatabase(async (db) => {
    if (values.reset) await clear(db)
    else if (!(await isEmpty(db))) throw new Error('Il database contiene già dei dati. Per cancellarli e ricominciare aggiungere --reset.')
    const started = performance.now()
    const seconds = () => ((performance.now() - started) / 1_000).toFixed(1)
    const tell = (part: string) => console.log(`${seconds().padStart(8)} s  ${part}`)
    await seed(db, profile as Profile, { seed: number, asOf, files: await openFiles({ dataDir, filesUrl, filesKey }), tell })
    for (const { table, rows, sha256 } of await digests(db)) console.log(`${table.padEnd(24)}${String(rows).padStart(9)}  ${sha256}`)
    console.log(`Profilo ${profile}, seme ${number}, al ${asOf}: ${seconds()} s.`)
  })
})
