import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import {
  calendarId,
  databaseUrl,
  dataDir,
  dropDir,
  errorDsn,
  filesKey,
  filesUrl,
  host,
  mailFrom,
  mailRate,
  metricsToken,
  mimitUrl,
  origin,
  port,
  profile,
  smtpUrl,
  trustProxy,
} from './environment.ts'
import { root } from './lib/core/root.ts'
import type { FileStore } from './lib/files/files.ts'
import { StartupError } from './startup-problem.ts'

/** What stands beside the built server (docs/running.md). @throws StartupError that names what is missing */
export function testInstallation(): void {
  for (const part of ['server/db/migrations/meta/_journal.json', 'server/templates', 'server/lib/files'])
    if (!fs.existsSync(path.join(root, part)))
      throw new StartupError(
        `L'installazione è incompleta, manca "${part}": reinstallarla per intero e riavviare. I dati non sono stati toccati.`,
      )
}
/** Makes the data folder where it is missing, and writes a file there. @throws the error of the system */
export function testFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true })
  const probe = path.join(folder, `.probe-${process.pid}`)
  fs.writeFileSync(probe, 'prova')
  fs.rmSync(probe)
}
/** Writes a file to the bucket of `FILES_URL`, finds it in the list, reads and removes it. @throws StartupError that says what the bucket refuses */
export async function testBucket(files: FileStore): Promise<void> {
  const [uuid, at] = [randomUUID(), new Date(0)]
  try {
    await files.write(uuid, Buffer.from('prova'), at)
    await files.list().next()
    await files.read(uuid, at)
    await files.remove(uuid, at)
  } catch (error) {
    throw new StartupError(bucketRefusal((error as Error).cause as S3Refusal))
  }
}
type S3Refusal = (Error & { $metadata?: { httpStatusCode?: number } }) | undefined
function bucketRefusal(refusal: S3Refusal): string {
  if (refusal?.name === 'NoSuchBucket')
    return "Il contenitore di FILES_URL non esiste: crearlo nell'archivio S3, oppure correggere FILES_URL."
  if (refusal?.$metadata?.httpStatusCode)
    return `L'archivio S3 di FILES_URL rifiuta l'accesso (${refusal.name}): la chiave deve poter scrivere, leggere, elencare ed eliminare nel contenitore, e la regione deve essere la sua.`
  return "L'archivio S3 di FILES_URL non è raggiungibile: avviarlo, oppure correggere FILES_URL."
}
/** The host and path of an address, without user and password. */
const placeOf = (address: string) => {
  const { host, pathname, searchParams } = new URL(address)
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** What the server runs on, in Italian, a line each: `engine` and `version` are those of the open database. */
export function runsOn({ engine, version }: { engine: 'pglite' | 'postgresql'; version: string }): string[] {
  const lines = {
    Indirizzo: `${host}:${port}, nei link ${origin}`,
    Database:
      engine === 'postgresql'
        ? `PostgreSQL ${version}, ${placeOf(databaseUrl!)}`
        : `integrato (PostgreSQL ${version}), ${path.join(dataDir, 'pg')}: non sopravvive a una mancanza di corrente`,
    Profilo: profile === 'demo' ? 'demo: dati e account dimostrativi' : 'production',
    'Cartella dati': `${dataDir}, scrivibile`,
    File: `${filesUrl ? `archivio S3 ${placeOf(filesUrl)}` : path.join(dataDir, 'files')}, chiave dei file cifrati ${filesKey ? 'in FILES_KEY' : `in ${path.join(dataDir, 'files.key')}`}`,
    Email: smtpUrl
      ? `${placeOf(smtpUrl).replace(/\/$/, '')}, mittente ${mailFrom ?? 'non indicato (MAIL_FROM)'}, ${mailRate} al secondo`
      : `nessun server di posta: file .eml in ${path.join(dataDir, 'mail')}`,
    Proxy: trustProxy ?? 'nessuno (TRUST_PROXY)',
    MIMIT: mimitUrl ?? (dropDir ? `file depositati in ${dropDir}` : 'nessuna richiesta'),
    ...(calendarId && { Calendario: `Google, ${calendarId}` }),
    ...(metricsToken && { Metriche: '/metrics, con il token in METRICS_TOKEN' }),
    ...(errorDsn && { Errori: `anche a ${new URL(errorDsn).host}` }),
  }
  return ['Configurazione', ...Object.entries(lines).map(([name, said]) => `  ${name.padEnd(14)}${said}`)]
}
