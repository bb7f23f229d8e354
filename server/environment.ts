import path from 'node:path'

/** What the environment says, with its defaults (architecture.md 7): read by the server and by the commands. */
const env = process.env
export const port = Number(env.PORT ?? 3000)
export const host = env.HOST ?? '127.0.0.1'
export const dataDir = path.resolve(env.DATA_DIR ?? './data')
export const databaseUrl = env.DATABASE_URL
export const profile = env.PROFILE ?? (databaseUrl ? 'production' : 'demo')
/** Where people find the application, for the links they are sent. */
export const origin = env.ORIGIN ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
/**
 * Proxies whose `X-Forwarded-*` headers are believed: addresses or networks, separated by commas. None unless it is
 * set: anyone else could claim any address.
 */
export const trustProxy = env.TRUST_PROXY
/** Address of the pictures under maps, with `{z}`, `{x}`, `{y}`, and whose they are; without it maps show an outline, and ask nobody. */
export const mapTiles = env.MAP_TILES
export const mapCredit = env.MAP_CREDIT
/** Address of the folder of the ministry's two files, and the folder that other systems put files into; without either nothing is imported. */
export const mimitUrl = env.MIMIT_URL
export const dropDir = env.DROP_DIR && path.resolve(env.DROP_DIR)
/** DSN of a Sentry-compatible service; without it browsers' errors stay in our own table. */
export const errorDsn = env.ERROR_DSN
