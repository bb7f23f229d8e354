import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { sessions, users } from '../../db/schema/core/accounts.ts'
import { type Audience, type Listener, type Row, seenBy } from './audience.ts'
import type { Db } from './db.ts'
import { createPresent, type Lease } from './present.ts'

/** Carries messages between the processes of one database (`server/db/wire.ts`). */
export interface Wire {
  /**
   * Calls `heard` with each message of any process, this one among them, what a transaction tells when it is committed; `again` when it listens (anew),
   * `lost` when messages may be missed until then. Gives what stops it.
   */
  listen(heard: (text: string) => void, again: () => void, lost: () => void): Promise<() => Promise<void>>
  send(text: string): Promise<void>
}
/** Changed records by resource; null: more than are named, or some that one no longer sees. */
type Changed = Map<string, Map<number, Row> | null>
/** An open stream, as the hub sees it. `write` gives false when no more is taken for now: then `drained()` is called later. */
export interface Sink {
  user: Listener
  /** When it ends at the latest: with its token. */
  until: number
  write(text: string): boolean
  end(): void
}
interface Open extends Sink {
  waiting: Changed
  /** Since when it has taken nothing. */
  stuck?: number | undefined
  /** What it was told of: told once more, without a name, when it is out of sight. */
  known: Set<string>
}

/** Changes within so long are told together. */
const GATHER_MS = 150
const TICK_MS = 2_000
export const BEAT_MS = 20_000
/** Who takes nothing for so long is let go, and comes back when they can. */
const STUCK_MS = 30_000
/** At most so many records of a resource by name. */
const NAMED = 200
const KNOWN = 500
/** Streams of one person, in all their browsers. */
const EACH = 20
const MOST = 2_000

interface Parts {
  db: Db
  audiences: Record<string, Audience>
  wire?: Wire | undefined
  now: () => Date
  tell: (error: unknown) => void
}
export type Hub = ReturnType<typeof createHub>
/**
 * Tells whoever has a stream open what has changed, after it is committed, and to nobody what they may not see; and who is where. What is missed (a stream
 * that broke, a process that could not listen) is not told later: whoever opens a stream reads anew.
 */
export function createHub({ db, audiences, wire, now, tell }: Parts) {
  const clock = () => now().getTime()
  const streams = new Set<Open>()
  let changed = new Map<string, Set<number> | null>()
  /** A session may have ended since the streams were looked at. */
  let doubt = false
  let hears = !wire
  let closed = false
  let beat = clock()
  let stop: (() => Promise<void>) | undefined
  let gathering: NodeJS.Timeout | undefined

  function note(resource: string, ids: readonly number[] | null) {
    const known = changed.get(resource)
    changed.set(resource, ids && known !== null ? new Set([...(known ?? []), ...ids]) : null)
    soon()
  }
  function soon() {
    if (closed) return
    gathering ??= setTimeout(() => {
      gathering = undefined
      line = line.then(flush).catch(tell)
    }, GATHER_MS)
  }
  const present = createPresent((at) => {
    const [resource, id] = at.split(' ')
    note(`${resource}-presence`, [Number(id)])
  }, clock)

  function hear(text: string) {
    const [, what, rest] = /^(\w+) ?(.*)$/.exec(text) ?? []
    if (what === 'people') {
      doubt = true
      soon()
    } else if (what === 'who') for (const lease of present.all()) void send(lease).catch(tell)
    else if (what === 'lease') present.hear(JSON.parse(rest!) as Lease)
    else if (what && what in audiences) note(what, rest === '*' ? null : rest!.split(',').map(Number))
  }
  const send = (lease: Lease) => {
    const text = `lease ${JSON.stringify(lease)}`
    return wire ? wire.send(text) : Promise.resolve(hear(text))
  }

  function drop(stream: Open) {
    streams.delete(stream)
    stream.end()
  }
  /** Lets those go whose session has ended, or whose account may no longer come in; the others have the rights they have now. */
  async function review() {
    doubt = false
    const all = [...streams]
    if (!all.length) return
    const alive = await db
      .select({
        id: sessions.id,
        roles: users.roles,
        permissions: users.permissions,
        all_stations: users.all_stations,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .where(
        and(
          inArray(sessions.id, [...new Set(all.map(({ user }) => user.session_id))]),
          gt(sessions.expires_at, now().toISOString()),
          eq(users.enabled, 1),
          isNull(users.deleted_at),
        ),
      )
    const by = new Map(alive.map(({ id, ...rights }) => [id, rights]))
    for (const stream of all) {
      const rights = by.get(stream.user.session_id)
      if (rights) stream.user = { ...stream.user, ...rights }
      else drop(stream)
    }
  }

  async function flush() {
    const batch = changed
    changed = new Map()
    if (doubt) await review()
    for (const [what, ids] of batch) {
      const resource = what.replace(/-presence$/, '')
      const audience = audiences[resource]!
      const those = [...streams].filter(({ user }) => allows(audience.policy, user))
      if (!those.length) continue
      const named = ids && ids.size <= NAMED ? [...ids] : undefined
      const people = [...new Map(those.map(({ user }) => [user.id, user])).values()]
      const visible = named && (await seenBy(db, audience, named, people))
      for (const stream of those) {
        const rows = visible?.get(stream.user.id) ?? new Map<number, Row>()
        if (!named) put(stream, what, null)
        else {
          if (rows.size) put(stream, what, rows)
          // Told of it before, and not to be told any more: it is gone from their lists.
          if (named.some((id) => !rows.has(id) && stream.known.delete(`${what} ${id}`))) put(stream, what, null)
        }
      }
    }
    for (const stream of streams) pour(stream)
  }
  let line: Promise<unknown> = Promise.resolve()

  function put(stream: Open, what: string, rows: Map<number, Row> | null) {
    const before = stream.waiting.get(what)
    const all = rows && before !== null ? new Map([...(before ?? []), ...rows]) : null
    stream.waiting.set(what, all && all.size <= NAMED ? all : null)
    for (const id of rows?.keys() ?? []) stream.known.add(`${what} ${id}`)
    if (stream.known.size > KNOWN) stream.known = new Set([...stream.known].slice(-KNOWN))
  }
  /** What is waiting, unless the other side has not yet taken what went before. */
  function pour(stream: Open) {
    if (stream.stuck !== undefined || !stream.waiting.size) return
    const told = Object.fromEntries([...stream.waiting].map(([what, rows]) => [what, rows && [...rows.values()]]))
    stream.waiting = new Map()
    push(stream, `event: changed\ndata: ${JSON.stringify(told)}\n\n`)
  }
  function push(stream: Open, text: string) {
    if (!stream.write(text)) stream.stuck = clock()
  }

  async function tick() {
    const time = clock()
    present.expire()
    for (const stream of streams) if (stream.until <= time || (stream.stuck !== undefined && time - stream.stuck > STUCK_MS)) drop(stream)
    if (time - beat < BEAT_MS) return
    beat = time
    await review()
    for (const stream of streams) if (stream.stuck === undefined) push(stream, 'event: beat\ndata:\n\n')
  }
  const ticking = setInterval(() => {
    line = line.then(tick).catch(tell)
  }, TICK_MS)
  ticking.unref()

  return {
    /** Who is where, as told by all processes. */
    people: present.people,
    /** Ids of the records of a resource at which anybody is. */
    places: (resource: string) => present.places(resource).map((at) => Number(at.split(' ')[1])),
    /** Tells all processes that somebody is at a record, or no longer. */
    tell: send,
    async listen() {
      stop = await wire?.listen(
        hear,
        () => {
          hears = true
          void wire.send('who').catch(tell)
        },
        () => {
          hears = false
          for (const stream of streams) drop(stream)
        },
      )
    },
    /** Undefined where nothing can be promised now: it does not hear of changes, or too many listen. */
    open(sink: Sink) {
      if (closed || !hears || streams.size >= MOST) return undefined
      const mine = [...streams].filter(({ user }) => user.id === sink.user.id)
      if (mine.length >= EACH) drop(mine[0]!)
      const stream: Open = Object.assign(sink, { waiting: new Map(), known: new Set<string>() })
      streams.add(stream)
      // Lists are read anew over so long by all who see them, or one change would bring them all at once.
      push(stream, `event: hello\ndata: {"beat":${BEAT_MS},"spread":${Math.min(30_000, 500 + streams.size * 60)}}\n\n`)
      return {
        drained() {
          stream.stuck = undefined
          pour(stream)
        },
        closed: () => void streams.delete(stream),
      }
    },
    count: () => streams.size,
    async close() {
      closed = true
      clearInterval(ticking)
      clearTimeout(gathering)
      for (const stream of streams) drop(stream)
      await stop?.()
      await line
    },
  }
}
