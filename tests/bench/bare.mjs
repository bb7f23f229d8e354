import { PGlite } from '@electric-sql/pglite'
import fastify from 'fastify'
import pg from 'pg'

/**
 * The floor of an API of rows: the same web server and driver in a process of its own, with one prepared statement, the one of our list, or one bare
 * insert. Run as `bare.mjs <folder or URL of the database>`; it prints where it listens.
 */
const [place = ''] = process.argv.slice(2)
const LIST = `select b.id, b.rev, b.name, b.note, b.abi, b.iban, b.branch, b.contact, b.phone, b.email, b.active, b.created_at, b.updated_at,
  (select count(*)::int from bank_cards where bank_id = b.id) as cards_count, (select count(*)::int from pos where bank_id = b.id) as pos_count,
  (select count(*)::int from files f where f.owner_type = 'bank' and f.owner_id = b.id) as files_count, (select count(*) from banks)::int as total
  from banks b order by translate(lower(b.name), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), b.id limit 25`
const INSERT = 'insert into banks (name) values ($1) returning id, name'
pg.types.setTypeParser(20, Number)

const pool = place.includes('://') && new pg.Pool({ connectionString: place, max: 10 })
const embedded = !pool && (await PGlite.create(place))
const ask = pool
  ? (name, text, values = []) => pool.query({ name, text, values })
  : (_name, text, values = []) => embedded.query(text, values)

const app = fastify()
app.get('/rows', async () => {
  const { rows } = await ask('list', LIST)
  return { data: rows, total: rows[0]?.total ?? 0 }
})
app.post('/rows', async (request, reply) => {
  const { rows } = await ask('insert', INSERT, [request.body.name])
  return reply.code(201).send({ data: rows[0] })
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
