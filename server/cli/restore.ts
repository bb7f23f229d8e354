import { parseArgs } from 'node:util'
import { restore } from '../backup/copies.ts'
import { databaseUrl, dataDir, filesUrl } from '../environment.ts'
import { keyNote, orUsage, run, said } from './command.ts'

const usage = 'npm run restore -- FILE   (passphrase in BACKUP_PASSPHRASE; il posto vuoto in DATA_DIR, DATABASE_URL e FILES_URL)'

run(async () => {
  const { positionals } = orUsage(usage, () => parseArgs({ allowPositionals: true, options: {} }))
  const [file, ...rest] = positionals
  if (!file || rest.length) throw new Error(`Uso: ${usage}`)
  const totals = await restore({ databaseUrl, dataDir, filesUrl }, file, process.env.BACKUP_PASSPHRASE)
  console.log(`Copia ripristinata e confrontata: ${said(totals)}`)
  if (filesUrl) keyNote(dataDir)
  console.log('Email e notifiche di questa copia sono trattenute: un amministratore le libera in Impostazioni, "Invii email".')
})
