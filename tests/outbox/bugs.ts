import type { Item, Reply, Store, Tx, World } from '../../src/outbox/types.ts'
import type { Device } from './device.ts'
import type { Bug } from './schedule.ts'

/**
 * Mistakes that real queues make, each put in by wrapping a part of the world; none of it is in the product. A simulation that does not
 * find every one of them proves nothing.
 */

const DAY = 86_400_000

/** The world with some requests of every transaction answered otherwise. */
const storeBug = (name: string, change: (tx: Tx, device: Device) => Partial<Tx>): Bug => ({
  name,
  parts: {
    store: (store, device) => ({
      transaction: (mode, run) => store.transaction(mode, (tx) => run({ ...tx, ...change(tx, device) })),
    }),
  },
})

const worldBug = (name: string, change: (world: World, device: Device) => Partial<World>): Bug => ({
  name,
  parts: { world: (world, device) => ({ ...world, ...change(world, device) }) },
})

/** The engine sees other replies than came in. */
const replyBug = (name: string, change: (reply: Reply | undefined, key: string) => Reply | undefined): Bug =>
  worldBug(name, (world) => ({
    call: async (request) => change(await world.call(request), request.headers['Idempotency-Key']!),
    upload: async (request) => change(await world.upload(request), request.headers['Idempotency-Key']!),
  }))

const asReceipt = (key: string): Reply => ({
  status: 200,
  headers: { get: (name) => (name === 'idempotency-key' ? key : null) },
  body: '{}',
})
const takenFor = (statuses: (status: number) => boolean) => (reply: Reply | undefined, key: string) =>
  reply && statuses(reply.status) ? asReceipt(key) : reply

const writing = (tx: Tx, change: (item: Item) => Item | undefined): Pick<Tx, 'put'> => ({
  put: (table, row) => {
    if (table !== 'items') return tx.put(table, row)
    const changed = change(row as Item)
    return changed ? tx.put('items', changed) : tx.delete('items', (row as Item).id)
  },
})

const deletedFromTables = (device: Device, gone: (item: Item) => boolean) => {
  for (const item of device.tables.items.values()) if (gone(item)) device.tables.items.delete(item.id)
}

export const BUGS: Bug[] = [
  storeBug('delete before send', (tx) => writing(tx, (item) => (item.state === 'sending' ? undefined : item))),
  replyBug(
    '5xx = done',
    takenFor((status) => status >= 500),
  ),
  replyBug(
    '4xx = sent',
    takenFor((status) => status >= 400 && status < 500 && status !== 401),
  ),
  replyBug(
    'drop 401',
    takenFor((status) => status === 401),
  ),
  replyBug(
    'drop 422',
    takenFor((status) => status === 422),
  ),
  replyBug(
    'any 200 = receipt',
    takenFor((status) => status === 200),
  ),
  worldBug('new key per attempt', (world) => ({
    async call(request) {
      const key = world.uuid()
      const reply = await world.call({ ...request, headers: { ...request.headers, 'Idempotency-Key': key } })
      return (
        reply && {
          ...reply,
          headers: { get: (name) => (reply.headers.get(name) === key ? request.headers['Idempotency-Key']! : reply.headers.get(name)) },
        }
      )
    },
  })),
  worldBug('no tab lock', () => ({ lock: (run) => run() })),
  worldBug('no fencing', ({ store }) => ({ store: unfenced(store) })),
  worldBug('lock never stolen', (world) => ({ lock: (run) => world.lock(run, { steal: false }) })),
  worldBug('resolve before the commit', ({ store }) => ({ store: hasty(store) })),
  worldBug('wall-clock back-off', ({ clock }) => ({ clock: { ...clock, now: clock.wall } })),
  {
    name: 'wall-clock order',
    parts: storeBug('', (tx) => writing(tx, (item) => ({ ...item, seq: item.createdAt }))).parts,
  },
  storeBug('no user filter', (tx, device) => ({
    find: async (table, where) => {
      if (table !== 'items' || !('user' in where)) return tx.find(table, where)
      const { user: _, ...rest } = where as Partial<Item>
      const rows = (await tx.find('items', rest)).map((item) => ({ ...item, user: device.session?.user ?? item.user }))
      return rows as unknown as Awaited<ReturnType<typeof tx.find<typeof table>>>
    },
  })),
  {
    name: 'purge at logout',
    parts: { onLogout: (device, user) => deletedFromTables(device, (item) => item.user === user) },
  },
  worldBug('expiry after 7 days', ({ store, clock }, device) => ({
    store: {
      transaction(mode, run) {
        deletedFromTables(device, (item) => item.state !== 'sent' && clock.wall() - item.createdAt > 7 * DAY)
        return store.transaction(mode, run)
      },
    },
  })),
  storeBug('skip the head of the lane', (tx) => ({
    find: async (table, where) => {
      const rows = await tx.find(table, where)
      if (table !== 'items' || !('lane' in where)) return rows
      return (rows as unknown as Item[]).filter((item) => ['queued', 'sent'].includes(item.state)) as unknown as typeof rows
    },
  })),
  storeBug('what an item depends on is not waited for', (tx) => writing(tx, (item) => ({ ...item, dependsOn: [] }))),
  storeBug('a new key is not told to those that wait for the old one', (tx, device) =>
    writing(tx, (item) => {
      const before = device.tables.items.get(item.id)
      return before && JSON.stringify(before.input) === JSON.stringify(item.input) ? { ...item, dependsOn: before.dependsOn } : item
    }),
  ),
  storeBug('sending is never queued again', (tx) => ({
    find: async (table, where) => ('state' in where && where.state === 'sending' ? [] : tx.find(table, where)),
  })),
  storeBug('draft: last write wins', (tx) => ({
    get: async (table, key) => {
      const row = await tx.get(table, key)
      return row && table === 'drafts' ? { ...row, revision: 0 } : row
    },
  })),
  storeBug('draft: gone before the item is there', (tx, device) => ({
    delete(table, key) {
      if (table === 'drafts') device.tables.drafts.delete((key as [number, string]).join('/'))
      return tx.delete(table, key)
    },
  })),
  worldBug('a full disk is swallowed', ({ store }) => ({
    store: {
      transaction: (mode, run) =>
        store.transaction(mode, run).catch((error) => {
          if (error.name === 'QuotaExceededError') return undefined as never
          throw error
        }),
    },
  })),
  storeBug('photo: receipt not waited for', (tx) => ({
    get: async (table, key) => {
      const row = await tx.get(table, key)
      return row && table === 'photos' ? { ...row, acked: true } : row
    },
  })),
  {
    name: 'server: check, then act',
    server: (_, now) => ({
      portFor(tx, server) {
        return {
          claim: async ({ user, key }) => server.keys.get(`${user}/${key}`),
          finish: async ({ user, key, fingerprint }, answer) =>
            void tx.writes.push(() => server.keys.set(`${user}/${key}`, { fingerprint, ...answer, at: now() })),
        }
      },
    }),
  },
  {
    name: 'server: key before the effect',
    server: (honest, now) => ({
      portFor(tx, server) {
        const port = honest.portFor(tx, server)
        return {
          ...port,
          async claim(request) {
            const row = await port.claim(request)
            const { user, key, fingerprint } = request
            if (!row) server.keys.set(`${user}/${key}`, { fingerprint, status: 200, body: {}, at: now() })
            return row
          },
          finish: async () => undefined,
        }
      },
    }),
  },
  {
    name: 'server: key after the effect',
    server: (honest, now) => ({
      portFor(tx, server) {
        return {
          ...honest.portFor(tx, server),
          async finish({ user, key, fingerprint }, answer) {
            const { crashes } = server
            // A second transaction, a moment after the first: where the server dies in between, it never comes.
            const store = () => {
              if (server.crashes === crashes) server.keys.set(`${user}/${key}`, { ...answer, fingerprint, at: now() })
            }
            tx.writes.push(() => void Promise.resolve().then(store))
          },
        }
      },
    }),
  },
  {
    name: 'server: keys forgotten after 24 h',
    server: (honest, now) => ({
      portFor(tx, server) {
        for (const [name, { at }] of server.keys) if (now() - at > DAY) server.keys.delete(name)
        return honest.portFor(tx, server)
      },
    }),
  },
  {
    name: 'server: author not checked',
    server: (honest) => ({ refuseHeaders: ({ key }, user) => honest.refuseHeaders({ key }, user) }),
  },
  {
    name: 'server: refusals are not recorded',
    server: (honest) => ({
      portFor(tx, server) {
        const port = honest.portFor(tx, server)
        return { ...port, finish: async (request, answer) => (answer.status < 400 ? port.finish(request, answer) : undefined) }
      },
    }),
  },
  { name: 'server: a receipt on every answer', server: () => ({ receipt: () => true }) },
  {
    name: 'server: a refusal keeps its effect',
    server: () => ({
      undo(tx) {
        for (const write of tx.writes) write()
      },
    }),
  },
]

/** "Salvato" on the success of the request, not of the transaction. */
function hasty(store: Store): Store {
  return {
    transaction: (mode, run) =>
      new Promise((resolve, reject) => {
        store
          .transaction(mode, async (tx) => {
            const result = await run(tx)
            if (mode === 'rw') resolve(result)
            // Awaits as many as a busy disk takes, during which the tab may be closed.
            for (let i = 0; i < 6; i++) await tx.get('meta', 'schema')
            return result
          })
          .then(resolve, reject)
      }),
  }
}

/** Each tab goes on believing that its own epoch is the newest. */
function unfenced(store: Store): Store {
  let own: string | undefined
  return {
    transaction: (mode, run) =>
      store.transaction(mode, (tx) =>
        run({
          ...tx,
          get: async (table, key) => {
            const row = await tx.get(table, key)
            return row && own && table === 'meta' && key === 'lease' ? { ...row, value: own } : row
          },
          put: (table, row) => {
            if (table === 'meta' && 'name' in row && row.name === 'lease' && 'value' in row) own = String(row.value)
            return tx.put(table, row)
          },
        }),
      ),
  }
}
