import {
  type ApiResponse,
  fingerprint,
  type KeyPort,
  type KeyRow,
  type Outcome,
  once,
  refuseDamaged,
  refuseHeaders,
  Taken,
} from '../../server/lib/core/idempotency.ts'
import type { Json } from '../../src/outbox/types.ts'
import { never } from './never.ts'
import type { Rng } from './rng.ts'
import type { Timeline } from './timeline.ts'

/**
 * A server with the real idempotency code over an in-memory database with transactions. It may die at any await: what was not committed
 * is gone, and nobody gets an answer.
 */

export interface Message {
  token: string | undefined
  endpoint: string
  input: Json
  bytes?: Uint8Array
  headers: Record<string, string>
}

export interface WireReply {
  status: number
  headers: Record<string, string>
  body: string
}

/** One effect that was committed. */
export interface Entry {
  key: string
  user: number
  entity: string
  lane: string
  n: number
  fix: number
  text: string
  photos: string[]
  /** The record's numeric id that the request named, or the number of its ticket, where it named one. */
  named: number | undefined
  at: number
}

export interface Row {
  id: number
  uuid: string
  rev: number
}

export interface ServerTx {
  writes: (() => void)[]
  keys: Set<string>
  rows: Set<string>
}

export interface ServerFaults {
  /** The handler says no, for good. */
  refuse: number
  /** The handler fails after its effect, before the commit. */
  boom: number
  slow: number
}

export interface StoredKey extends KeyRow {
  at: number
}

/** The parts that planted bugs replace. */
export interface ServerParts {
  portFor(tx: ServerTx, server: Server): KeyPort
  refuseHeaders: typeof refuseHeaders
  once: typeof once
  /** The rollback. */
  undo(tx: ServerTx): void
  /** Does this answer carry the receipt header? */
  receipt(outcome: Outcome): boolean
}

class Refusal extends Error {
  readonly answer: ApiResponse
  constructor(status: number, body: Record<string, Json>) {
    super(String(status))
    this.answer = { status, body }
  }
}

const keyName = (user: number, key: string) => `${user}/${key}`

/** The key table as a transaction sees it. */
export function memoryPort(tx: ServerTx, { keys, claims }: Pick<Server, 'keys' | 'claims'>, now: () => number): KeyPort {
  return {
    async claim({ user, key }) {
      const name = keyName(user, key)
      if (claims.has(name)) return 'running'
      claims.add(name)
      tx.keys.add(name)
      return keys.get(name)
    },
    async finish({ user, key, fingerprint }, answer) {
      const name = keyName(user, key)
      if (keys.has(name)) throw new Taken()
      tx.writes.push(() => keys.set(name, { fingerprint, ...answer, at: now() }))
    },
  }
}

export const realParts = (now: () => number): ServerParts => ({
  portFor: (tx, server) => memoryPort(tx, server, now),
  refuseHeaders,
  once,
  undo(tx) {
    tx.writes.length = 0
  },
  receipt: (outcome) => outcome.recorded,
})

export interface Server {
  keys: Map<string, StoredKey>
  claims: Set<string>
  rows: Map<string, Row>
  ledger: Entry[]
  photos: Map<string, Uint8Array>
  tokens: Map<string, number>
  faults: ServerFaults
  /** Dies at the n-th await from now; 0 = does not. */
  fuse: number
  awaits: number
  /** Dies at the n-th await of the schedule; 0 = does not. */
  crashAt: number
  crashes: number
  isDown(): boolean
  crash(): void
  handle(message: Message): Promise<WireReply>
  /** Somebody else, in the office, changes a record. */
  othersEdit(uuid: string): void
  /** A ticket, by its lane: it takes no comments while it is closed. */
  close(lane: string): void
  reopen(lane: string): void
}

interface Order {
  uuid: string
  lane: string
  id?: number
  rev?: number
  /** Of the ticket that is commented on. */
  number?: number
  n: number
  fix: number
  text: string
  photos: string[]
}
/** Endpoints of what is queued whole and changed by nobody afterwards. */
const WHOLE = ['tickets.comment', 'tickets.create', 'ecommerce-orders.create', 'communications-ctrl.ack']

export function createServer(timeline: Timeline, rng: Rng, parts: ServerParts): Server {
  const live = new Set<ServerTx>()
  const waiters: { generation: number; go: () => void }[] = []
  const byId = new Map<number, Row>()
  const closed = new Set<string>()
  let generation = 0
  let downUntil = 0
  let lastId = 0

  const server: Server = {
    keys: new Map(),
    claims: new Set(),
    rows: new Map(),
    ledger: [],
    photos: new Map(),
    tokens: new Map(),
    faults: { refuse: 0, boom: 0, slow: 0 },
    fuse: 0,
    awaits: 0,
    crashAt: 0,
    crashes: 0,
    isDown: () => timeline.now() < downUntil,
    crash() {
      generation++
      server.crashes++
      server.fuse = 0
      for (const tx of live) end(tx)
      downUntil = timeline.now() + rng.int(0, 8_000)
    },
    handle,
    othersEdit(uuid) {
      const row = server.rows.get(uuid)
      if (row && ![...live].some((tx) => tx.rows.has(uuid))) row.rev++
    },
    close: (lane) => void closed.add(lane),
    reopen: (lane) => void closed.delete(lane),
  }

  function end(tx: ServerTx) {
    live.delete(tx)
    for (const name of tx.keys) server.claims.delete(name)
    for (const { go } of waiters.splice(0)) go()
  }

  /** An await of the server: it may die here, or take its time. */
  async function step(born: number): Promise<void> {
    if (born !== generation) return never()
    server.awaits++
    if ((server.fuse > 0 && --server.fuse === 0) || server.awaits === server.crashAt) {
      server.crash()
      return never()
    }
    if (rng.chance(server.faults.slow)) {
      await timeline.delay(rng.int(1, 3_000))
      if (born !== generation) return never()
    }
  }

  async function lockRow(tx: ServerTx, uuid: string, born: number): Promise<void> {
    while ([...live].some((other) => other !== tx && other.rows.has(uuid))) {
      await new Promise<void>((go) => waiters.push({ generation: born, go }))
      await step(born)
    }
    tx.rows.add(uuid)
  }

  async function handle(message: Message): Promise<WireReply> {
    const born = generation
    await step(born)
    const user = message.token === undefined ? undefined : server.tokens.get(message.token)
    if (user === undefined) return wire({ status: 401, body: { error: 'Sessione non valida o scaduta.' } })
    const key = message.headers['Idempotency-Key']!
    const refused = parts.refuseHeaders({ key, author: message.headers['X-Outbox-User'] }, user)
    if (refused) return wire(refused)
    if (message.bytes) {
      const damaged = refuseDamaged([message.bytes], {
        length: message.headers['X-Content-Length'],
        sha256: message.headers['X-Content-SHA256'],
      })
      if (damaged) return wire(damaged)
    }
    const print = fingerprint('POST', message.endpoint, message.bytes ? message.headers['X-Content-SHA256'] : message.input)
    let tx: ServerTx
    const within = async (run: (keys: KeyPort) => Promise<Outcome>) => {
      const mine: ServerTx = { writes: [], keys: new Set(), rows: new Set() }
      tx = mine
      live.add(mine)
      try {
        const outcome = await run(parts.portFor(mine, server))
        await step(born)
        for (const write of mine.writes) write()
        end(mine)
        await step(born)
        return outcome
      } catch (error) {
        parts.undo(mine)
        end(mine)
        await step(born)
        throw error
      }
    }
    try {
      const outcome = await parts.once(
        within,
        { user, key, fingerprint: print },
        async () => {
          await step(born)
          const answer = await work(tx, user, key, message, born)
          if (rng.chance(server.faults.boom)) throw new Error('boom')
          if (rng.chance(server.faults.refuse)) throw new Refusal(422, { error: 'Rifiutato alla fine.' })
          await step(born)
          return answer
        },
        (error) => (error instanceof Refusal ? error.answer : undefined),
      )
      return wire(outcome, parts.receipt(outcome) ? key : undefined)
    } catch {
      return wire({ status: 500, body: { error: 'Si è verificato un errore imprevisto.' } })
    }
  }

  async function work(
    tx: ServerTx,
    user: number,
    key: string,
    { endpoint, input, bytes, headers }: Message,
    born: number,
  ): Promise<ApiResponse> {
    if (bytes) {
      const sha256 = headers['X-Content-SHA256']!
      tx.writes.push(() => server.photos.set(`${user}/${sha256}`, bytes))
      return { status: 201, body: { data: { sha256 } } }
    }
    const order = input as unknown as Order
    await lockRow(tx, order.uuid, born)
    if (rng.chance(server.faults.refuse)) throw refusal(rng.pick([403, 404, 412, 422]), server.rows.get(order.uuid))
    const lacking = order.photos.filter((hash) => !server.photos.has(`${user}/${hash}`))
    if (lacking.length) throw new Refusal(422, { error: `Caricamento di ${lacking.length} foto in corso: riprovare tra poco.` })
    const entry: Omit<Entry, 'at'> = {
      key,
      user,
      entity: order.uuid,
      lane: order.lane,
      n: order.n,
      fix: order.fix,
      text: order.text,
      photos: order.photos,
      named: endpoint.endsWith('.update') ? server.rows.get(order.uuid)?.id : (order.id ?? order.number),
    }
    const record = () => server.ledger.push({ ...entry, at: timeline.now() })
    const known = server.rows.get(order.uuid)
    if (WHOLE.includes(endpoint)) return whole(endpoint, known, tx, order, record)
    if (endpoint.endsWith('.create') && known) return again(known, tx, order, record)
    if (endpoint === 'create' || endpoint.endsWith('.create')) {
      if (known) return { status: 200, body: { data: { id: known.id, rev: known.rev } } }
      const row = { id: ++lastId, uuid: order.uuid, rev: 1 }
      tx.writes.push(() => {
        server.rows.set(row.uuid, row)
        byId.set(row.id, row)
        record()
      })
      return { status: 201, body: { data: { id: row.id, rev: row.rev } } }
    }
    const row = endpoint.endsWith('.update') ? known : byId.get(order.id ?? 0)
    if (!row) throw new Refusal(404, { error: 'Risorsa non trovata.' })
    if (endpoint === 'update' || endpoint.endsWith('.update')) {
      if (order.rev !== row.rev)
        throw new Refusal(409, { error: 'Il record è stato modificato da un altro utente.', data: { id: row.id, rev: row.rev } })
      const rev = row.rev + 1
      tx.writes.push(() => {
        row.rev = rev
        record()
      })
      return { status: 200, body: { data: { id: row.id, rev } } }
    }
    tx.writes.push(record)
    return rng.chance(0.3) ? { status: 204, body: null } : { status: 201, body: { data: { id: order.n } } }
  }

  /** What is sent whole, once: the same again is what is there. Nothing is added to a ticket that is closed. */
  function whole(endpoint: string, known: Row | undefined, tx: ServerTx, order: Order, record: () => void) {
    const { uuid, lane, n, fix } = order
    const same = server.ledger.some((entry) => entry.entity === uuid && entry.n === n && entry.fix === fix)
    if (known && !same) throw new Refusal(422, { error: 'Era già arrivato.', code: 'arrived' })
    if (known) return { status: 200, body: { data: namesOf(known) } }
    if (endpoint === 'tickets.comment' && closed.has(lane))
      throw new Refusal(409, { error: 'Il ticket è chiuso. Riaprirlo per aggiungere commenti.', code: 'closed' })
    const row = { id: ++lastId, uuid, rev: 1 }
    tx.writes.push(() => {
      server.rows.set(uuid, row)
      record()
    })
    return { status: 201, body: { data: namesOf(row) } }
  }
  const namesOf = ({ id, rev }: Row) => ({ id, rev, id_year: 2026, id_number: id })

  /** A note that is there, created again (server/resources/stations/offline-part.ts): the same, or corrected as long as nobody has changed it. */
  function again(row: Row, tx: ServerTx, { n, fix }: { n: number; fix: number }, record: () => void): ApiResponse {
    const same = server.ledger.some((entry) => entry.entity === row.uuid && entry.n === n && entry.fix === fix)
    if (!same && row.rev > 1) throw new Refusal(422, { error: 'Era già arrivato.', code: 'arrived' })
    const rev = same ? row.rev : row.rev + 1
    if (!same)
      tx.writes.push(() => {
        row.rev = rev
        record()
      })
    return { status: 200, body: { data: { id: row.id, rev } } }
  }

  return server
}

function refusal(status: number, row: Row | undefined): Refusal {
  return new Refusal(status, { error: `Rifiutato (${status}).`, data: row ? { id: row.id, rev: row.rev } : null })
}

const wire = ({ status, body }: ApiResponse, receipt?: string): WireReply => ({
  status,
  headers: receipt ? { 'idempotency-key': receipt } : {},
  body: status === 204 ? '' : JSON.stringify(body),
})
