import { startBuilt } from './api.ts'
import { guessRows } from './guesses.ts'

const url = process.env.PGURL
const server = await startBuilt(url)
try {
  console.log(await guessRows(url ? 'PostgreSQL' : 'PGlite', server.origin, 6))
} finally {
  await server.stop()
}
