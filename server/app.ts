import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { API_BASE, MAX_FILE_BYTES, MAX_FILES } from '../src/contract/kernel/constants.ts'
import { serveClient } from './lib/core/client.ts'
import { watchConnections } from './lib/core/closing.ts'
import type { Deps } from './lib/core/context.ts'
import { isDiskFull, isReferred, isUnreachable } from './lib/core/database-errors.ts'
import { setHeaders } from './lib/core/headers.ts'
import { Hub } from './lib/core/hub.ts'
import { serveLive } from './lib/core/live.ts'
import { isErrorLike, loggedError } from './lib/core/logged-error.ts'
import { serveMetrics } from './lib/core/metrics.ts'
import { refuseOverload } from './lib/core/overload.ts'
import { serveProbes } from './lib/core/probes.ts'
import { Problem, problem } from './lib/core/problem.ts'
import { serve } from './lib/core/serve.ts'
import { openApi } from './lib/openapi/openapi.ts'
import { audiences } from './resources/audiences.ts'
import { implementations } from './resources/registry.ts'

/** The whole server, not yet listening: `main.ts` starts it, tests call it. */
export async function createApp(given: Deps): Promise<FastifyInstance> {
  const app = fastify({
    logger: given.log
      ? { ...given.log, serializers: { req: logged, err: loggedError as never }, hooks: { logMethod: withoutBareErrors } }
      : false,
    genReqId: () => randomUUID(),
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Long, because a body may be the whole export of a device over a slow line; headers have a minute.
    requestTimeout: 30 * 60_000,
    trustProxy: given.trustProxy ?? false,
    // Malformed addresses, which neither hooks nor the error handler below see.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      return fail(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(unreadable(error.code === 'HPE_HEADER_OVERFLOW'))
    },
  })
  const hub = new Hub({ ...given, audiences, onError: (error) => app.log.error(error, 'live') })
  // Not a copy: a test may exchange what is given while the server runs.
  const deps: Deps = Object.assign(Object.create(given), { hub })
  const endConnections = watchConnections(app)
  // Before Fastify waits for open connections.
  app.addHook('preClose', async () => {
    await hub.close()
    endConnections()
  })
  await hub.listen()
  await app.register(cookie)
  // Answers from a kilobyte on are compressed: the stations of the country are 6 MB. Requests never are, so nothing is unpacked.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES + 1, files: MAX_FILES + 1, fields: 50, fieldSize: 100_000 },
    throwFileSizeLimit: false,
  })
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
  if (deps.mostAtOnce) refuseOverload(app, deps.mostAtOnce)
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => fail(error, request, reply, given.diskIsFull))
  serveProbes(app, deps)
  serveMetrics(app, deps)
  let described: object | undefined
  app.get(`${API_BASE}/openapi.json`, { exposeHeadRoute: false }, () => (described ??= openApi(implementations, deps.version)))
  serve(app, deps, implementations)
  serveLive(app, deps, hub)
  app.setNotFoundHandler(() => {
    throw problem.notFound()
  })
  if (deps.client) await serveClient(app, deps.client, deps.tiles)
  return app
}

function fail(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply, diskIsFull = () => false) {
  const translated = error instanceof Problem ? error : translate(error, request.id)
  const known = translated.status === 500 && diskIsFull() ? problem.diskFull() : translated
  if (known.status >= 500) request.log.error(error)
  if (known.extra.retryAfter) reply.header('retry-after', known.extra.retryAfter)
  return reply.code(known.status).type('application/problem+json').send(known.body(request.id))
}

/** The response to something that is no HTTP, or has too large headers. Fastify makes no request of it, so the response is written by hand. */
function unreadable(tooLong: boolean) {
  const known = tooLong ? problem.bigHeaders() : problem.malformed()
  const body = JSON.stringify(known.body(randomUUID()))
  const head = [
    `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** A request in the log: its route with the ids in its path, without query, headers, and all that could be a name or a code. */
const logged = ({ method, routeOptions, params, ip }: FastifyRequest) => {
  const given = (params ?? {}) as Record<string, string>
  const url = routeOptions?.url?.replace(/:(\w+)/g, (_, name: string) => (ID.test(given[name] ?? '') ? given[name]! : '…'))
  return { method, url: url ?? 'unknown', ip }
}
const ID = /^(\d{1,9}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i
/** An error handed to the log by itself would be written as it is, and its message too. */
function withoutBareErrors(this: unknown, args: unknown[], method: (...args: never[]) => void) {
  const [first, ...rest] = args
  const kept = isErrorLike(first) ? loggedError(first) : undefined
  method.apply(this, (kept ? [{ err: kept }, ...(rest.length ? rest : [kept.message])] : args) as never[])
}

/** The problem of an error that no handler has thrown: refusals of Fastify (unreadable JSON, wrong content type, too large) and of the database, else a 500. */
function translate(error: FastifyError, id: string): Problem {
  if (isUnreachable(error)) return problem.unreachable()
  if (isDiskFull(error)) return problem.diskFull()
  if (isReferred(error)) return problem.referred()
  const status = error.statusCode ?? 500
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return problem.bigFile()
  if (status === 413) return problem.bigRequest()
  if (status === 415) return problem.badContentType()
  if (status >= 400 && status < 500) return problem.malformed()
  return problem.unexpected(id)
}
