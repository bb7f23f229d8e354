import { parseArgs } from 'node:util'
import { backUp } from '../backup/copies.ts'
import { databaseUrl, dataDir, filesUrl } from '../environment.ts'
import { orUsage, run, said, version } from './command.ts'

const usage = 'npm run backup -- --to=FILE|CARTELLA/   (passphrase in BACKUP_PASSPHRASE)'

run(async () => {
  const { values } = orUsage(usage, () => parseArgs({ options: { to: { type: 'string' } } }))
  if (!values.to) throw new Error(`Uso: ${usage}`)
  const { file, size, removed, ...totals } = await backUp(
    { databaseUrl, dataDir, filesUrl },
    values.to,
    process.env.BACKUP_PASSPHRASE,
    version,
  )
  console.log(`Copia di sicurezza fatta e riletta: ${file}\n  ${said(totals)}, ${Math.ceil(size / 1_000_000).toLocaleString('it-IT')} MB`)
  for (const name of removed) console.log(`  tolta: ${name}`)
})
