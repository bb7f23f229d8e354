import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { seedTest } from '../server/db/seed/test.ts'

/** The embedded database with the test seed, made once and loaded by every API test file (0.5 s instead of 5). */
export const SNAPSHOT = path.resolve('node_modules/.cache/piazzale-test.tar')
const sources = ['server/db/schema', 'server/db/seed', 'server/db/migrations', 'server/lib/passwords.ts', 'src/contract']

export default async function setup() {
  const print = hashOf(sources)
  if (fs.existsSync(SNAPSHOT) && fs.existsSync(`${SNAPSHOT}.${print}`)) return
  const client = await PGlite.create()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: path.resolve('server/db/migrations') })
  await seedTest(db)
  fs.mkdirSync(path.dirname(SNAPSHOT), { recursive: true })
  for (const old of fs.readdirSync(path.dirname(SNAPSHOT)))
    if (old.startsWith('piazzale-test.tar.')) fs.rmSync(path.join(path.dirname(SNAPSHOT), old))
  fs.writeFileSync(SNAPSHOT, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  fs.writeFileSync(`${SNAPSHOT}.${print}`, '')
  await client.close()
}

function hashOf(places: string[]) {
  const hash = createHash('sha256')
  const walk = (place: string): void => {
    if (fs.statSync(place).isFile()) hash.update(place).update(fs.readFileSync(place))
    else for (const name of fs.readdirSync(place).sort()) walk(path.join(place, name))
  }
  places.forEach(walk)
  return hash.digest('hex').slice(0, 16)
}
