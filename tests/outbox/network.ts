import type { Reply } from '../../src/outbox/types.ts'
import { never } from './never.ts'
import type { Rng } from './rng.ts'
import type { Message, Server, WireReply } from './server.ts'
import type { Timeline } from './timeline.ts'

/** Chance of each fault per request; drawn anew for every schedule. */
export interface NetworkFaults {
  dropRequest: number
  dropReply: number
  delay: number
  duplicate: number
  /** A copy that arrives hours or days later. */
  lateDuplicate: number
  cutRequest: number
  cutReply: number
  captive: number
  /** Answers of proxies and of an overloaded server: 408, 429, 500, 502 page, 503. */
  gateway: number
  /** Refusals that no record stands behind: 400, 403, 404, 409, 412, 413, 422. */
  middlebox: number
  /** A 401 although the sign-in is good. */
  falseAuth: number
}

export const NO_NETWORK_FAULTS: NetworkFaults = {
  dropRequest: 0,
  dropReply: 0,
  delay: 0,
  duplicate: 0,
  lateDuplicate: 0,
  cutRequest: 0,
  cutReply: 0,
  captive: 0,
  gateway: 0,
  middlebox: 0,
  falseAuth: 0,
}

const TIMEOUT_MS = 20_000
const HTML = '<!doctype html><title>Accesso alla rete</title>'
const page = (status: number): WireReply => ({ status, headers: {}, body: HTML })
const json = (status: number, body: object, headers: Record<string, string> = {}): WireReply => ({
  status,
  headers,
  body: JSON.stringify(body),
})

const CAPTIVE = [page(200), json(200, { ok: true }), page(302), page(403), page(511), { status: 204, headers: {}, body: '' }]
const GATEWAY = [
  json(429, { error: 'Troppe richieste.' }, { 'retry-after': '7' }),
  json(503, { error: 'Manutenzione.' }, { 'retry-after': '40' }),
  json(500, { error: 'Errore.' }),
  page(408),
  page(502),
  page(504),
]
const MIDDLEBOX = [
  json(400, { error: 'Richiesta non valida.' }),
  json(403, { error: 'Vietato.' }),
  json(404, { error: 'Non trovato.' }),
  json(409, { error: 'Conflitto.' }),
  json(412, { error: 'Non più attuale.' }),
  page(413),
  json(422, { error: 'Non valido.' }),
]

export function createNetwork(timeline: Timeline, rng: Rng, server: Server, log?: (line: string) => void) {
  const network = { online: true, faults: NO_NETWORK_FAULTS, send }

  /** An answer, an exception, or undefined: what a fetch with a time-out gives. */
  async function send(message: Message): Promise<Reply | undefined> {
    const { faults } = network
    if (!network.online) {
      await timeline.delay(rng.int(1, 50))
      throw new TypeError('Failed to fetch')
    }
    if (rng.chance(faults.captive)) return arrived(rng.pick(CAPTIVE))
    if (rng.chance(faults.gateway)) return arrived(rng.pick(GATEWAY))
    if (rng.chance(faults.middlebox)) return arrived(rng.pick(MIDDLEBOX))
    if (rng.chance(faults.falseAuth)) return arrived(json(401, { error: 'Sessione non valida o scaduta.' }))
    if (rng.chance(faults.dropRequest)) return timedOut()

    const slow = rng.chance(faults.delay) ? rng.int(500, 60_000) : rng.int(5, 60)
    if (rng.chance(faults.duplicate)) timeline.at(rng.int(1, 30_000), () => void deliver(message))
    if (rng.chance(faults.lateDuplicate)) timeline.at(rng.int(3_600_000, 10 * 86_400_000), () => void deliver(message))
    const cut = rng.chance(faults.cutRequest)
    return Promise.race([timedOut(), timeline.delay(slow).then(() => answer(message, cut))])
  }

  async function answer(message: Message, cut: boolean): Promise<Reply | undefined> {
    const reply = await deliver(cut ? torn(message) : message)
    if (rng.chance(network.faults.dropReply)) return never()
    await timeline.delay(rng.int(5, 60))
    return read(rng.chance(network.faults.cutReply) ? { ...reply, body: reply.body.slice(0, reply.body.length >> 1) } : reply)
  }

  async function deliver(message: Message): Promise<WireReply> {
    const reply = await handled(message)
    log?.(`${timeline.now()} ${message.endpoint} ${message.headers['Idempotency-Key']?.slice(-3)}: ${reply.status} ${reply.body}`)
    return reply
  }

  function handled(message: Message): Promise<WireReply> {
    if (server.isDown()) return Promise.resolve(page(502))
    if (message.endpoint === 'torn') return Promise.resolve(json(400, { error: 'JSON non valido.' }))
    return server.handle(message)
  }

  const timedOut = () => timeline.delay(TIMEOUT_MS).then(() => undefined)
  const arrived = (reply: WireReply) => timeline.delay(rng.int(5, 60)).then(() => read(reply))
  return network
}

/** The body arrives without its end. */
function torn(message: Message): Message {
  return message.bytes ? { ...message, bytes: message.bytes.subarray(0, message.bytes.length >> 1) } : { ...message, endpoint: 'torn' }
}

const read = ({ status, headers, body }: WireReply): Reply => ({
  status,
  headers: { get: (name) => headers[name.toLowerCase()] ?? null },
  body,
})

export type Network = ReturnType<typeof createNetwork>
