import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { authenticator } from './authenticate.ts'
import type { Deps } from './context.ts'
import type { Hub } from './hub.ts'
import { problem } from './problem.ts'

/**
 * `GET /live`: server-sent events for whoever has a token (decision 072). First `hello` { beat, spread } in ms, then `changed` { resource: [records] | null },
 * and every `beat` ms a `beat`, so that a silent stream is a dead one. 401 without a token, 503 while changes are not heard.
 */
export function serveLive(app: FastifyInstance, deps: Deps, hub: Hub) {
  const authenticate = authenticator(deps)
  app.get(`${API_BASE}/live`, { exposeHeadRoute: false, logLevel: 'warn' }, async (request, reply) => {
    const user = await authenticate.byToken(request, deps.now())
    const { raw } = reply
    // A connection kept open after its stream would delay the shutdown.
    const head = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' }
    const stream = hub.open({
      user,
      until: Date.parse(user.until),
      write(text) {
        if (!raw.headersSent) raw.writeHead(200, head as Record<string, string>)
        return raw.write(text)
      },
      // A connection that takes nothing would not take the end either.
      end: () => void (raw.writableNeedDrain ? raw.destroy() : raw.end()),
    })
    if (!stream) throw problem.notLive()
    reply.hijack()
    raw.on('drain', stream.drained)
    raw.on('close', stream.closed)
    raw.on('error', stream.closed)
  })
}
