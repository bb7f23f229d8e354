import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { sessions, users } from '../../db/schema/core/accounts.ts'
import { type Audience, type Row, visibleRows } from './audience.ts'
import type { Db } from './db.ts'
import { LiveStream, MAX_NAMED, type Sink } from './live-stream.ts'
import { createPresence, type Lease } from './presence.ts'

/** Carries messages between the processes of one database (`server/db/message-bus.ts`). */
export interface MessageBus {
  /**
   * Calls `hear` with each message of any process, this one among them, and with what a transaction notifies when it is committed; `connected` when it
   * listens, or listens again; `lost` when messages may be missed until then. Gives what stops it.
   */
  listen(hear: (text: string) => void, connected: () => void, lost: () => void): Promise<() => Promise<void>>
  send(text: string): Promise<void>
}

/** Changes within so long are told together. */
const GATHER_MS = 150
const TICK_MS = 2_000
export const BEAT_MS = 20_000
/** A stream that takes nothing for so long is ended; its browser comes back when it can. */
const BLOCKED_MS = 30_000
/** Streams of one person, in all browsers together. */
const MAX_EACH = 20
const MAX_STREAMS = 2_000

interface Parts {
  db: Db
  audiences: Record<string, Audience>
  bus?: MessageBus | undefined
  now: () => Date
  onError: (error: unknown) => void
}
/**
 * Tells open streams what has changed, after it is committed, and nobody what they may not see; and who is at which record. What a stream misses (it broke,
 * or this process could not listen) is not told later: whoever opens a stream reads everything anew.
 */
export class Hub {
  readonly #parts: Parts
  readonly #streams = new Set<LiveStream>()
  readonly #presence: ReturnType<typeof createPresence>
  readonly #ticking: NodeJS.Timeout
  /** Ids of changed records by resource; null where all of it has changed. */
  #changed = new Map<string, Set<number> | null>()
  /** Whether a session may have ended, or a right changed, since the streams were checked. */
  #unchecked = false
  #connected: boolean
  #closed = false
  #lastBeat: number
  #stopListening: (() => Promise<void>) | undefined
  #gathering: NodeJS.Timeout | undefined
  /** Sends and checks run one after the other. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#connected = !parts.bus
    this.#lastBeat = this.#clock()
    this.#presence = createPresence((at) => {
      const [resource, id] = at.split(' ')
      this.#note(`${resource}-presence`, [Number(id)])
    }, this.#clock)
    this.#ticking = setInterval(() => this.#enqueue(() => this.#tick()), TICK_MS)
    this.#ticking.unref()
  }

  /** People at a record (`tickets 12`), as told by all processes. */
  peopleAt(at: string) {
    return this.#presence.peopleAt(at)
  }
  /** Ids of the records of a resource at which anybody is. */
  occupied(resource: string) {
    return this.#presence.recordsOf(resource).map((at) => Number(at.split(' ')[1]))
  }
  /** Tells all processes that somebody is at a record, or no longer. */
  announce(lease: Lease): Promise<void> {
    const text = `lease ${JSON.stringify(lease)}`
    return this.#parts.bus ? this.#parts.bus.send(text) : Promise.resolve(this.#hear(text))
  }

  async listen() {
    const { bus, onError } = this.#parts
    this.#stopListening = await bus?.listen(
      (text) => this.#hear(text),
      () => {
        this.#connected = true
        void bus.send('who').catch(onError)
      },
      () => {
        this.#connected = false
        for (const stream of this.#streams) this.#drop(stream)
      },
    )
  }

  /** Undefined where nothing can be promised now: this process does not hear of changes, or too many streams are open. */
  open(sink: Sink) {
    if (this.#closed || !this.#connected || this.#streams.size >= MAX_STREAMS) return undefined
    const own = [...this.#streams].filter(({ user }) => user.id === sink.user.id)
    if (own.length >= MAX_EACH) this.#drop(own[0]!)
    const stream = new LiveStream(sink, this.#clock)
    this.#streams.add(stream)
    // Browsers spread their refetches over `spread` ms, or one change would bring all of them at once.
    stream.send('hello', JSON.stringify({ beat: BEAT_MS, spread: Math.min(30_000, 500 + this.#streams.size * 60) }))
    return {
      drained: () => stream.drained(),
      closed: () => void this.#streams.delete(stream),
    }
  }

  async close() {
    this.#closed = true
    clearInterval(this.#ticking)
    clearTimeout(this.#gathering)
    for (const stream of this.#streams) this.#drop(stream)
    await this.#stopListening?.()
    await this.#queue
  }

  readonly #clock = () => this.#parts.now().getTime()

  #enqueue(work: () => Promise<void>) {
    this.#queue = this.#queue.then(work).catch(this.#parts.onError)
  }

  #hear(text: string) {
    const [, what, rest] = /^(\w+) ?(.*)$/.exec(text) ?? []
    if (what === 'people') {
      this.#unchecked = true
      this.#sendSoon()
    } else if (what === 'who') for (const lease of this.#presence.leases()) void this.announce(lease).catch(this.#parts.onError)
    else if (what === 'lease') this.#presence.hear(JSON.parse(rest!) as Lease)
    else if (what && what in this.#parts.audiences) this.#note(what, rest === '*' ? null : rest!.split(',').map(Number))
  }

  #note(resource: string, ids: readonly number[] | null) {
    const known = this.#changed.get(resource)
    this.#changed.set(resource, ids && known !== null ? new Set([...(known ?? []), ...ids]) : null)
    this.#sendSoon()
  }

  #sendSoon() {
    if (this.#closed) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#enqueue(() => this.#sendChanges())
    }, GATHER_MS)
  }

  async #sendChanges() {
    const changed = this.#changed
    this.#changed = new Map()
    if (this.#unchecked) await this.#checkSessions()
    for (const [resource, ids] of changed) await this.#addChange(resource, ids)
    for (const stream of this.#streams) stream.flush()
  }

  /** Adds the changed records of a resource to the streams of those who may see them. */
  async #addChange(resource: string, ids: Set<number> | null) {
    const audience = this.#parts.audiences[resource.replace(/-presence$/, '')]!
    const streams = [...this.#streams].filter(({ user }) => allows(audience.policy, user))
    if (!streams.length) return
    const named = ids && ids.size <= MAX_NAMED ? [...ids] : undefined
    const people = [...new Map(streams.map(({ user }) => [user.id, user])).values()]
    const visible = named && (await visibleRows(this.#parts.db, audience, named, people))
    for (const stream of streams) {
      const rows = visible?.get(stream.user.id) ?? new Map<number, Row>()
      if (!named) stream.add(resource, null)
      else {
        if (rows.size) stream.add(resource, rows)
        // A record that it was told of is no longer visible: it must leave the lists of that browser.
        if (named.some((id) => !rows.has(id) && stream.forget(resource, id))) stream.add(resource, null)
      }
    }
  }

  /** Ends the streams whose session has ended, or whose account is disabled; gives the others the rights that they have now. */
  async #checkSessions() {
    this.#unchecked = false
    const streams = [...this.#streams]
    if (!streams.length) return
    const { db, now } = this.#parts
    const { id, expires_at, user_id } = sessions
    const { roles, permissions, all_stations } = users
    const alive = await db
      .select({ id, roles, permissions, all_stations })
      .from(sessions)
      .innerJoin(users, eq(users.id, user_id))
      .where(
        and(
          inArray(id, [...new Set(streams.map(({ user }) => user.session_id))]),
          gt(expires_at, now().toISOString()),
          eq(users.enabled, 1),
          isNull(users.deleted_at),
        ),
      )
    const bySession = new Map(alive.map(({ id: session, ...rights }) => [session, rights]))
    for (const stream of streams) {
      const rights = bySession.get(stream.user.session_id)
      if (rights) stream.user = { ...stream.user, ...rights }
      else this.#drop(stream)
    }
  }

  async #tick() {
    this.#presence.expire()
    for (const stream of this.#streams) if (stream.isOver(BLOCKED_MS)) this.#drop(stream)
    const now = this.#clock()
    if (now - this.#lastBeat < BEAT_MS) return
    this.#lastBeat = now
    await this.#checkSessions()
    for (const stream of this.#streams) stream.beat()
  }

  #drop(stream: LiveStream) {
    this.#streams.delete(stream)
    stream.end()
  }
}
