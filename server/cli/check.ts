import fs from 'node:fs'
import path from 'node:path'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { configurationProblems, suspectVariables } from '../configuration.ts'
import { versionOf } from '../db/open.ts'
import { databaseUrl, dataDir, filesKey, filesUrl, mapCredit, mapTiles, smtpUrl } from '../environment.ts'
import { tilesOf } from '../lib/core/tiles.ts'
import { openFiles } from '../lib/files/open-files.ts'
import { runsOn, testBucket, testFolder, testInstallation } from '../runs-on.ts'
import { StartupError, startupProblem } from '../startup-problem.ts'

/** Version of the configured PostgreSQL; that of the embedded one is in its folder, which is not opened: a server may hold it. */
async function engineVersion(): Promise<string> {
  if (!databaseUrl) {
    const place = path.join(dataDir, 'pg/PG_VERSION')
    return fs.existsSync(place) ? fs.readFileSync(place, 'utf8').trim() : 'non ancora creato'
  }
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await versionOf(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
/** Asks the mail server for its greeting and, where a user is given, signs in; sends nothing. */
async function testMail(address: string) {
  const transport = nodemailer.createTransport({ url: address, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 })
  await transport.verify().catch((error: { code?: string; responseCode?: number }) => {
    throw new StartupError(
      `Il server di posta di SMTP_URL non risponde come serve (${error.responseCode ?? error.code ?? 'errore sconosciuto'}): correggere SMTP_URL o avviarlo.`,
    )
  })
}

/** `npm run check`: the configuration as a start would take it, without starting. One Italian sentence for each thing that is wrong, and exit code 1. */
async function check() {
  for (const suspect of suspectVariables(process.env)) console.warn(suspect)
  const wrong = configurationProblems(process.env)
  const attempt = async <T>(work: () => T | Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      wrong.push(startupProblem(error, { dataDir, remote: !!databaseUrl }))
      return undefined
    }
  }
  if (!wrong.length) {
    await attempt(() => tilesOf(mapTiles, mapCredit))
    await attempt(testInstallation)
    await attempt(() => testFolder(dataDir))
    if (filesUrl) await attempt(async () => testBucket(await openFiles({ dataDir, filesUrl, filesKey })))
    const version = await attempt(engineVersion)
    if (smtpUrl) await attempt(() => testMail(smtpUrl!))
    if (version) console.log(runsOn({ engine: databaseUrl ? 'postgresql' : 'pglite', version }).join('\n'))
  }
  for (const sentence of wrong) console.error(sentence)
  if (!wrong.length) console.log('La configurazione è utilizzabile.')
  process.exitCode = wrong.length ? 1 : 0
}
void check()
