import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { createOutbox } from '../../../src/outbox/outbox.ts'
import { type OutboxStore, openStore } from '../../../src/outbox/store.ts'
import type { Reply, World } from '../../../src/outbox/types.ts'

const NAME = 'sound'
let store: OutboxStore | undefined
afterEach(async () => {
  store?.close()
  await Dexie.delete(NAME)
})
function boxOf() {
  store = openStore(NAME)
  const keys: string[] = []
  const world: World = {
    store,
    call: async ({ headers }): Promise<Reply> => {
      keys.push(headers['Idempotency-Key']!)
      return { status: 200, headers: { get: (name) => (name === 'idempotency-key' ? keys.at(-1)! : null) }, body: '{"data":{}}' }
    },
    upload: async () => undefined,
    lock: (run) => run(),
    clock: { now: () => 0, wall: () => 1_000 },
    random: () => 0.5,
    uuid: () => crypto.randomUUID(),
    sha256: async () => '',
    session: () => ({ user: 1, name: 'Anna', stamp: 's' }),
    schema: { version: 1, steps: {} },
  }
  return { box: createOutbox(world), keys }
}
/** Writes rows as a foreign program or a damaged disk would. */
async function plant(...rows: object[]) {
  const db = await new Dexie(NAME).open()
  await db.table('items').bulkPut(rows)
  db.close()
}

test('damaged rows are quarantined, shown, exported whole, block nobody, and go only when the person says so', async () => {
  const { box, keys } = boxOf()
  const request = { entity: 'e', lane: 'l', endpoint: 'x.y', input: {}, label: 'Buono' }
  const good = await box.put(request)
  await plant({ id: 'bad-1', user: 1, state: 'queued', text: 'mio' }, { id: 'bad-2', user: 1, lane: 'z', state: 'nonsense', seq: 'x' })
  const listed = await box.list()
  expect(listed.map(({ id, state }) => [id, state])).toHaveMembers([
    ['bad-1', 'quarantined'],
    ['bad-2', 'quarantined'],
    [good.id, 'queued'],
  ])
  expect((await box.wake('user')).sent).toBe(1)
  expect(keys).toEqual([good.id])
  const { items } = await box.exportData()
  expect(items.find(({ id }) => id === 'bad-1')?.input).toEqual({ id: 'bad-1', user: 1, state: 'queued', text: 'mio' })
  await expect(box.retry('bad-1')).rejects.toThrow('danneggiato')
  await box.purge()
  expect((await box.list()).filter(({ state }) => state === 'quarantined')).toHaveLength(2)
  await box.discard('bad-1')
  expect((await box.list()).map(({ id }) => id)).not.toContain('bad-1')
})
