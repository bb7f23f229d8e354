import path from 'node:path'
import { parseArgs } from 'node:util'
import { move } from '../backup/copies.ts'
import { configurationProblems } from '../configuration.ts'
import { dataDir, filesUrl } from '../environment.ts'
import { keyNote, orUsage, run, said, version } from './command.ts'

const usage =
  'npm run move -- --to=postgres://UTENTE:PASSWORD@HOST/DATABASE --files=CARTELLA [--files-url=s3://…]   (cartella di partenza in DATA_DIR)'

run(async () => {
  const { values } = orUsage(usage, () =>
    parseArgs({ options: { to: { type: 'string' }, files: { type: 'string' }, 'files-url': { type: 'string' } } }),
  )
  if (!values.to || !values.files) throw new Error(`Uso: ${usage}`)
  const bucket = values['files-url']
  const [wrong] = configurationProblems({ DATABASE_URL: values.to, ...(bucket && { FILES_URL: bucket, FILES_KEY: 'A'.repeat(43) }) })
  if (wrong) throw new Error(wrong.replace('DATABASE_URL', '--to').replace('FILES_URL', '--files-url'))
  const to = { databaseUrl: values.to, dataDir: path.resolve(values.files), filesUrl: bucket }
  if (to.dataDir === dataDir) throw new Error('--files deve essere una cartella nuova: quella di partenza resta com’è.')
  console.log(`Spostato e confrontato: ${said(await move({ dataDir, filesUrl }, to, version))}`)
  if (bucket) keyNote(to.dataDir)
  console.log(
    `Ora avviare con DATABASE_URL e DATA_DIR=${to.dataDir}${bucket ? ' e FILES_URL' : ''}. La cartella ${dataDir} non è stata cambiata.`,
  )
})
