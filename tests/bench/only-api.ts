import { startPostgres } from '../../scripts/postgres.mjs'
import { build } from '../../scripts/prepare.mjs'
import { apiRows, startBuilt } from './api.ts'
import { table } from './table.ts'

/** `npm run bench:api`: the rows of the API alone, on both engines, without a browser. */
await build()
const SECONDS = 3
const embedded = await startBuilt(undefined, 1)
const rows = await apiRows('PGlite', embedded, SECONDS)
await embedded.stop()
const postgres = await startPostgres()
if (postgres) {
  const server = await startBuilt(postgres.url)
  rows.push(...(await apiRows('PostgreSQL', server, SECONDS, postgres)))
  await server.stop()
  await postgres.stop()
}
console.log(table(rows))
