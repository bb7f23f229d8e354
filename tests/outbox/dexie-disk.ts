import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type OutboxStore, openStore } from '../../src/outbox/store.ts'
import type { Keys, Store, Table, Tables, Tx } from '../../src/outbox/types.ts'
import type { Disk, Tab } from './device.ts'
import { type Change, createMemoryDb, keyOf, nameOf, type Probe } from './memory-store.ts'
import { never } from './never.ts'
import type { Oracle } from './oracle.ts'

const KEY = new Uint8Array(32).fill(1)

/** The product's own Dexie store over fake-indexeddb, encrypted as on a device, one connection per tab, with a copy of what is committed for the oracle. */
export function dexieDisk(oracle: Oracle): Disk & { settled(): Promise<void>; close(): void } {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const { tables } = createMemoryDb()
  const inspector = openStore('outbox', () => KEY)
  const open = new Map<Tab, OutboxStore>()
  /** Stores of killed tabs: closed once their transactions have ended, one way or the other. */
  const orphans: OutboxStore[] = []
  let pending = 0

  function changed(table: Table, key: string, after: Tables[Table] | undefined): Change {
    const rows = tables[table] as Map<string, Tables[Table]>
    const before = rows.get(key)
    if (after) rows.set(key, after)
    else rows.delete(key)
    return { table, key, before, after }
  }

  function committed(changes: Change[]) {
    if (changes.length) oracle.onCommit(changes)
  }

  /** Reads from the tables which attempt of a repeated transaction was committed. */
  async function reconciled(attempts: Write[][]): Promise<void> {
    const keys = new Map(attempts.flat().map((write) => [`${write.table}/${write.name}`, write]))
    const writes = await inspector.transaction('r', async (tx) => {
      const found: Write[] = []
      for (const write of keys.values()) found.push({ ...write, after: await tx.get(write.table, write.key) })
      return found
    })
    const differs = ({ table, name, after }: Write) => JSON.stringify(tables[table].get(name)) !== JSON.stringify(after)
    committed(writes.filter(differs).map(({ table, name, after }) => changed(table, name, after)))
  }

  function storeOf(store: OutboxStore, probe: Probe): Store {
    async function transaction<R>(mode: 'r' | 'rw', run: (tx: Tx) => Promise<R>): Promise<R> {
      // A connection lost before the transaction shows inside it, where the store has to notice.
      let lost: unknown
      try {
        await probe.enter()
      } catch (error) {
        lost = error
      }
      pending++
      const attempts: Write[][] = []
      try {
        const result = await store.transaction(mode, async (tx) => {
          const writes: Write[] = []
          attempts.push(writes)
          const error = lost
          lost = undefined
          if (error) throw error
          const result = await run(watched(tx, probe, writes))
          if (probe.commit()) throw new Killed()
          return result
        })
        if (attempts.length === 1) committed(attempts[0]!.map(({ table, name, after }) => changed(table, name, after)))
        else await reconciled(attempts)
        return result
      } catch (error) {
        await reconciled(attempts)
        if (error instanceof Killed) return never()
        throw error
      } finally {
        pending--
      }
    }
    return {
      async transaction(mode, run) {
        const result = await transaction(mode, run)
        await exit(probe)
        return result
      },
    }
  }

  return {
    tables,
    open(tab, probe) {
      const store = openStore('outbox', () => KEY)
      open.set(tab, store)
      return storeOf(store, probe)
    },
    abandon(tab) {
      const store = open.get(tab)
      if (store) orphans.push(store)
      open.delete(tab)
    },
    async settled() {
      do await new Promise<void>((resolve) => setImmediate(resolve))
      while (pending > 0)
      for (const store of orphans.splice(0)) store.close()
    },
    close() {
      inspector.close()
      for (const store of open.values()) store.close()
    },
  }
}

interface Write {
  table: Table
  name: string
  key: Keys[Table]
  after: Tables[Table] | undefined
}

class Killed extends Error {
  override name = 'Killed'
}

/** With IndexedDB a commit whose answer is lost is the browser's affair: the promise of a completed transaction resolves. */
async function exit(probe: Probe): Promise<void> {
  try {
    await probe.exit()
  } catch {
    return
  }
}

function watched(tx: Tx, probe: Probe, writes: Write[]): Tx {
  const alive = () => {
    if (probe.point()) throw new Killed()
  }
  return {
    get(table, key) {
      alive()
      return tx.get(table, key)
    },
    keys(table) {
      alive()
      return tx.keys(table)
    },
    find(table, where) {
      alive()
      return tx.find(table, where)
    },
    put(table, row) {
      alive()
      probe.write()
      writes.push({ table, name: nameOf(keyOf(table, row)), key: keyOf(table, row), after: row })
      return tx.put(table, row)
    },
    delete(table, key) {
      alive()
      writes.push({ table, name: nameOf(key), key, after: undefined })
      return tx.delete(table, key)
    },
  }
}
