import { retryLostConnection } from '../../src/outbox/retry-lost-connection.ts'
import type { Keys, Store, Table, Tables, Tx } from '../../src/outbox/types.ts'
import { never } from './never.ts'

/** One database, shared by the tabs of a device: transactions one after the other, undone where they do not commit. */

export interface Change {
  table: Table
  key: string
  before: Tables[Table] | undefined
  after: Tables[Table] | undefined
}

/** Hooks at the awaits of a transaction. A hook may return a promise that never resolves, as when the tab is killed. */
export interface Probe {
  /** Before the transaction starts. May throw: the database is gone. */
  enter(): Promise<void> | undefined
  /** At each request. */
  point(): Promise<never> | undefined
  /** At a write. May throw: the disk is full. */
  write(): void
  /** Before the commit. May throw. */
  commit(): Promise<never> | undefined
  /** After the commit. May throw: it is done, but nobody will know. */
  exit(): Promise<never> | undefined
  reopen(): Promise<void>
}

interface Running {
  owner: object
  log: Change[]
  open: boolean
}

export const nameOf = (key: Keys[Table]) => (typeof key === 'string' ? key : key.join('/'))

export function keyOf(table: Table, row: Tables[Table]): Keys[Table] {
  if (table === 'items' && 'id' in row) return row.id
  if (table === 'meta' && 'name' in row) return row.name
  if ('hash' in row) return [row.user, row.hash]
  if ('entity' in row) return [row.user, row.entity]
  if ('writer' in row) return [row.user, row.key]
  throw new Error(`no key for a row of ${table}`)
}

export function createMemoryDb(onCommit: (changes: Change[]) => void = () => {}) {
  const tables: { [T in Table]: Map<string, Tables[T]> } = {
    items: new Map(),
    photos: new Map(),
    bytes: new Map(),
    refs: new Map(),
    drafts: new Map(),
    meta: new Map(),
  }
  let current: Running | undefined
  const queue: { owner: object; start: (running: Running) => void }[] = []
  /** Tabs that are gone. What was on its way into the database when they went never gets there: it would be held for ever. */
  const gone = new WeakSet<object>()

  const rowsOf = <T extends Table>(table: T) => tables[table] as Map<string, Tables[T]>

  function next() {
    const waiting = queue.shift()
    current = waiting && { owner: waiting.owner, log: [], open: true }
    if (waiting && current) waiting.start(current)
  }

  function set(running: Running, table: Table, key: string, after: Tables[Table] | undefined) {
    const rows = rowsOf(table)
    running.log.push({ table, key, before: rows.get(key), after })
    if (after) rows.set(key, after)
    else rows.delete(key)
  }

  function rollback(running: Running) {
    for (const { table, key, before } of running.log.reverse()) {
      if (before) rowsOf(table).set(key, before)
      else rowsOf(table).delete(key)
    }
    finish(running)
  }

  function finish(running: Running) {
    running.open = false
    if (current === running) next()
  }

  function txOf(running: Running, probe: Probe, mode: 'r' | 'rw'): Tx {
    const mayWrite = () => {
      if (mode !== 'rw') throw new Error('ReadOnlyError')
    }
    const alive = () => {
      if (!running.open) throw new Error('TransactionInactiveError')
      return probe.point()
    }
    return {
      get: (table, key) => alive() ?? Promise.resolve(rowsOf(table).get(nameOf(key))),
      put(table, row) {
        mayWrite()
        const stop = alive()
        if (stop) return stop
        probe.write()
        Object.freeze(row)
        set(running, table, nameOf(keyOf(table, row)), row)
        return Promise.resolve()
      },
      delete(table, key) {
        mayWrite()
        const stop = alive()
        if (stop) return stop
        set(running, table, nameOf(key), undefined)
        return Promise.resolve()
      },
      keys(table) {
        const rows = [...rowsOf(table).values()]
        return alive() ?? Promise.resolve(rows.map((row) => keyOf(table, row) as Keys[typeof table]))
      },
      find(table, where) {
        const stop = alive()
        if (stop) return stop
        const found: Tables[typeof table][] = []
        rows: for (const row of rowsOf(table).values()) {
          for (const name in where) if (row[name as keyof typeof row] !== where[name]) continue rows
          found.push(row)
        }
        return Promise.resolve(found)
      },
    }
  }

  return {
    tables,
    /** The tab `owner` is gone: its transaction is undone, those it was waiting for are forgotten. */
    abandon(owner: object) {
      gone.add(owner)
      for (let i = queue.length - 1; i >= 0; i--) if (queue[i]!.owner === owner) queue.splice(i, 1)
      if (current?.owner === owner) rollback(current)
    },
    open(owner: object, probe: Probe): Store {
      async function transact<R>(mode: 'r' | 'rw', run: (tx: Tx) => Promise<R>): Promise<R> {
        const pause = probe.enter()
        if (pause) await pause
        if (gone.has(owner)) return never()
        const running = await new Promise<Running>((start) => {
          queue.push({ owner, start })
          if (!current) next()
        })
        try {
          const result = await run(txOf(running, probe, mode))
          await probe.commit()
          finishWith(running)
          await probe.exit()
          return result
        } catch (error) {
          if (running.open) rollback(running)
          throw error
        }
      }
      function finishWith(running: Running) {
        if (running.log.length) onCommit(running.log)
        finish(running)
      }
      return { transaction: (mode, run) => retryLostConnection(() => transact(mode, run), probe.reopen) }
    },
  }
}

export type MemoryDb = ReturnType<typeof createMemoryDb>
