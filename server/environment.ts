import path from 'node:path'

/** The configuration by environment variables, with its defaults, for the server and the commands. */
const env = process.env
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
/** Address of the ministry's two files, and the folder that other systems put files into; without either nothing is imported. */
export const mimitUrl = env.MIMIT_URL
export const dropDir = env.DROP_DIR && path.resolve(env.DROP_DIR)
/** DSN of a Sentry-compatible service; without it browsers' errors stay in our own table. */
export const errorDsn = env.ERROR_DSN
