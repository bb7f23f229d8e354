import path from 'node:path'

/** The configuration by environment variables, with its defaults, for the server and the commands. */
/** Empty is as good as absent: containers pass on what nobody has set. */
const env: Record<string, string | undefined> = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
export const port = Number(env.PORT ?? 3000)
export const host = env.HOST ?? '127.0.0.1'
export const dataDir = path.resolve(env.DATA_DIR ?? './data')
export const databaseUrl = env.DATABASE_URL
export const profile = env.PROFILE ?? (databaseUrl ? 'production' : 'demo')
/** The address of the application, for the links in mails. */
export const origin = env.ORIGIN ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
/**
 * Proxies whose `X-Forwarded-*` headers are believed: addresses or networks, separated by commas. None unless it is
 * set: anyone else could claim any address.
 */
export const trustProxy = env.TRUST_PROXY
/** Address of the map tiles, with `{z}`, `{x}`, `{y}`, and their credit; without it maps show an outline of Italy and ask no other host. */
export const mapTiles = env.MAP_TILES
export const mapCredit = env.MAP_CREDIT
/** Folder of the ministry's two files. `MIMIT_URL=off` asks no other host. */
const MINISTRY = 'https://www.mimit.gov.it/images/exportCSV/'
export const mimitUrl = env.MIMIT_URL === 'off' || (env.DROP_DIR && !env.MIMIT_URL) ? undefined : env.MIMIT_URL || MINISTRY
/** Folder that other systems put files into; where it is set, the ministry's files are taken from it unless `MIMIT_URL` is set too. */
export const dropDir = env.DROP_DIR && path.resolve(env.DROP_DIR)
/** Mails a second that leave each process, as the mail server allows. */
export const mailRate = Number(env.MAIL_RATE ?? 5)
/** The company's calendar: the key file of a service account, the calendar, and where the API is. */
export const calendarKey = env.GOOGLE_CALENDAR_KEY && path.resolve(env.GOOGLE_CALENDAR_KEY)
export const calendarId = env.GOOGLE_CALENDAR_ID
export const calendarUrl = env.GOOGLE_CALENDAR_URL ?? 'https://www.googleapis.com/calendar/v3'
/** The word by which a monitoring system reads `/metrics`; without it there is no such address. */
export const metricsToken = env.METRICS_TOKEN
/** DSN of a Sentry-compatible service; without it browsers' errors stay in our own table. */
export const errorDsn = env.ERROR_DSN
/** Key of sealed files (payslips), 32 bytes as base64; without it one is made beside the folder of files. */
export const filesKey = env.FILES_KEY
/** Bucket that files are kept in (`s3-address.ts`); without it they are in the data folder. */
export const filesUrl = env.FILES_URL
/** Mail server and sender. */
export const smtpUrl = env.SMTP_URL
export const mailFrom = env.MAIL_FROM
