import fastify from 'fastify'

/** The web server and nothing else, in a process of its own as ours is. Prints where it listens. */
const app = fastify()
app.get('/', async () => ({ hello: 'world' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
