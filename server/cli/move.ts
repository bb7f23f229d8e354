import path from 'node:path'
import { parseArgs } from 'node:util'
import { move } from '../backup/copies.ts'
import { configurationProblems } from '../configuration.ts'
import { dataDir } from '../environment.ts'
import { orUsage, run, said, version } from './command.ts'

const usage = 'npm run move -- --to=postgres://UTENTE:PASSWORD@HOST/DATABASE --files=CARTELLA   (cartella di partenza in DATA_DIR)'

run(async () => {
  const { values } = orUsage(usage, () => parseArgs({ options: { to: { type: 'string' }, files: { type: 'string' } } }))
  if (!values.to || !values.files) throw new Error(`Uso: ${usage}`)
  const [wrong] = configurationProblems({ DATABASE_URL: values.to })
  if (wrong) throw new Error(wrong.replace('DATABASE_URL', '--to'))
  const to = { databaseUrl: values.to, dataDir: path.resolve(values.files) }
  if (to.dataDir === dataDir) throw new Error('--files deve essere una cartella nuova: quella di partenza resta com’è.')
  console.log(`Spostato e confrontato: ${said(await move(dataDir, to, version))}`)
  console.log(`Ora avviare con DATABASE_URL e DATA_DIR=${to.dataDir}. La cartella ${dataDir} non è stata cambiata.`)
})
