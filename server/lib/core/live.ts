import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { authenticator } from './authenticate.ts'
import type { Deps } from './context.ts'
import type { Hub } from './hub.ts'
import { problem } from './problem.ts'

/**
 * `GET /live`: server-sent events, to whoever has a token (docs/decisions/072). `hello` { beat, spread } in ms, then `changed` { resource: [records] | null }
 * and, so often that a silent stream is a dead one, `beat`. 401 without a token, 503 where changes are not heard at present.
 */
export function serveLive(app: FastifyInstance, deps: Deps, hub: Hub) {
  const authenticate = authenticator(deps)
  app.get(`${API_BASE}/live`, { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) => {
    const user = await authenticate.sure(request, deps.now())
    const { raw } = reply
    // A connection that is kept after its stream would hold up the end of the server.
    const head = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' }
    const stream = hub.open({
      user,
      until: Date.parse(user.until),
      write(text) {
        if (!raw.headersSent) raw.writeHead(200, head as Record<string, string>)
        return raw.write(text)
      },
      // Who takes nothing does not take the end either.
      end: () => void (raw.writableNeedDrain ? raw.destroy() : raw.end()),
    })
    if (!stream) throw problem.notLive()
    reply.hijack()
    raw.on('drain', stream.drained)
    raw.on('close', stream.closed)
    raw.on('error', stream.closed)
  })
}
