import { describe, expect, it } from 'vitest'
import { createOutbox } from '../../src/outbox/outbox.ts'
import { STEAL_AFTER_MS } from '../../src/outbox/tab-lock.ts'
import { type Item, OutdatedError } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest, order, reply, states, until } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

describe('several tabs', () => {
  /** Two or three tabs on one database, one lock between them that tells its holder when it is taken away, and a key for each save. */
  function tabs(count: number) {
    const db = createMemoryDb()
    const worlds = Array.from({ length: count }, () => fakeWorld(db))
    let holder: ((error: Error) => void) | undefined
    worlds.forEach(({ fake }, i) => {
      let uuids = 0
      fake.world.uuid = () => `tab ${i}, ${++uuids}`
      fake.world.lock = (run, { steal }) => {
        if (holder && !steal) return Promise.resolve(undefined)
        if (holder) fake.steals++
        holder?.(Object.assign(new Error('stolen'), { name: 'AbortError' }))
        return new Promise((resolve, reject) => {
          const mine = reject
          holder = mine
          run()
            .then(resolve, reject)
            .finally(() => {
              if (holder === mine) holder = undefined
            })
        })
      }
    })
    return worlds as [(typeof worlds)[0], ...typeof worlds]
  }
  /** Looks every two seconds, as the app does, until so much time has gone by. */
  async function lookFor(ms: number, { fake, outbox }: ReturnType<typeof fakeWorld>) {
    for (let left = ms; left > 0; left -= 2_000) {
      fake.advance(Math.min(2_000, left))
      expect(await outbox.wake('timer')).toMatchObject({ outcome: 'busy', nextInMs: 2_000 })
    }
  }
  /** A tab that got no answer yet; `answered` lets it come. */
  async function stuck({ fake, outbox }: ReturnType<typeof fakeWorld>) {
    let answered: (() => void) | undefined
    fake.answer = (request) =>
      new Promise((resolve) => {
        answered = () => resolve(reply(500, { error: 'old' }, keyOfRequest(request)))
      })
    const item = await outbox.put(order('a'))
    const drain = outbox.wake('put')
    await until(() => answered)
    return { item, drain, answered: answered! }
  }

  it('one sends; the other comes back, and takes over from one that is frozen', async () => {
    const [a, b] = tabs(2)
    const { item, drain, answered } = await stuck(a)
    expect(await b!.outbox.wake('put')).toMatchObject({ outcome: 'busy', nextInMs: 2_000 })
    await lookFor(STEAL_AFTER_MS - 1, b!)
    // A sign of life begins the count anew.
    await Promise.race([a.outbox.wake('timer'), new Promise((resolve) => setTimeout(resolve, 20))])
    b!.fake.advance(1)
    expect(await b!.outbox.wake('timer')).toMatchObject({ outcome: 'busy' })
    await lookFor(STEAL_AFTER_MS - 1, b!)
    b!.fake.advance(1)
    expect(await b!.outbox.wake('timer')).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(b!.fake.calls().map(keyOfRequest)).toEqual([item.id])
    answered()
    // Its lock is gone, which it hears first; of its old answer nothing is written.
    expect(await drain).toMatchObject({ outcome: 'failed', cause: { name: 'AbortError' } })
    expect(a.fake.row('items', item.id)).toMatchObject({ state: 'sent' })
  })

  it('a thawed tab with an old answer changes nothing of what the other is sending', async () => {
    const [a, b] = tabs(2)
    const { item, answered } = await stuck(a)
    expect(await b!.outbox.wake('put')).toMatchObject({ outcome: 'busy' })
    await lookFor(STEAL_AFTER_MS - 1, b!)
    b!.fake.advance(1)
    let arrive: (() => void) | undefined
    b!.fake.answer = (request) =>
      new Promise((resolve) => {
        arrive = () => resolve(accepted(request) as ReturnType<typeof reply>)
      })
    const drain = b!.outbox.wake('timer')
    await until(() => arrive)
    answered()
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(a.fake.row('items', item.id)).toMatchObject({ state: 'sending' })
    arrive!()
    expect(await drain).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(a.fake.row('items', item.id)).toMatchObject({ state: 'sent' })
  })

  it('of two that saw the same silence one takes over, and the other waits for it', async () => {
    const [a, b, c] = tabs(3)
    const { item } = await stuck(a)
    for (const tab of [b!, c!]) expect(await tab.outbox.wake('put')).toMatchObject({ outcome: 'busy' })
    for (const tab of [b!, c!]) await lookFor(STEAL_AFTER_MS - 1, tab)
    for (const { fake } of [b!, c!]) fake.advance(1)
    const both = await Promise.all([b!, c!].map(({ outbox }) => outbox.wake('timer')))
    expect(both.map(({ outcome }) => outcome)).toHaveMembers(['busy', 'idle'])
    expect([...b!.fake.calls(), ...c!.fake.calls()].map(keyOfRequest)).toEqual([item.id])
    expect(b!.fake.steals + c!.fake.steals).toBe(1)
  })

  /** `b` has claimed the lock of `a`, which is then closed, and is as far as asking for it; `go` lets it. */
  async function claiming([a, b]: ReturnType<typeof tabs>) {
    const lockOf = a!.fake.world.lock
    let close: ((error: Error) => void) | undefined
    const closed = new Promise<never>((_, reject) => {
      close = reject
    })
    a!.fake.world.lock = (run, options) => lockOf(() => Promise.race([run(), closed]), options)
    const { item, drain } = await stuck(a!)
    expect(await b!.outbox.wake('put')).toMatchObject({ outcome: 'busy' })
    await lookFor(STEAL_AFTER_MS - 1, b!)
    b!.fake.advance(1)
    const { lock } = b!.fake.world
    let go: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      b!.fake.world.lock = async (run, options) => {
        go = resolve
        await gate
        return lock(run, options)
      }
    })
    const taking = b!.outbox.wake('timer')
    await until(() => go)
    close!(new Error('closed'))
    expect(await drain).toMatchObject({ outcome: 'failed', cause: { message: 'closed' } })
    return { item, taking, go: go! }
  }

  it('who finds the lock free that another has claimed leaves it, and what is sent is sent once', async () => {
    const all = tabs(3)
    const { item, taking, go } = await claiming(all)
    const [, b, c] = all
    expect(await c!.outbox.wake('online')).toMatchObject({ outcome: 'busy', nextInMs: 2_000 })
    expect(c!.fake.sent).toEqual([])
    go()
    expect(await taking).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(b!.fake.calls().map(keyOfRequest)).toEqual([item.id])
    expect(await c!.outbox.wake('online')).toMatchObject({ outcome: 'idle' })
  })

  it('who claimed the lock and never came is as silent as any holder', async () => {
    const all = tabs(3)
    const { item } = await claiming(all)
    const [, , c] = all
    expect(await c!.outbox.wake('online')).toMatchObject({ outcome: 'busy' })
    await lookFor(STEAL_AFTER_MS - 1, c!)
    c!.fake.advance(1)
    expect(await c!.outbox.wake('timer')).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(c!.fake.calls().map(keyOfRequest)).toEqual([item.id])
  })

  it('who was frozen between the claim and the lock does not take it from whoever sends by now', async () => {
    const [a, second] = tabs(2)
    const { fake } = second!
    await stuck(a)
    const { store } = fake.world
    fake.world.store = {
      async transaction(mode, run) {
        const result = await store.transaction(mode, run)
        // Only a claim is written before the lock is asked for.
        if (mode === 'rw') fake.advance(STEAL_AFTER_MS)
        return result
      },
    }
    const b = { fake, outbox: createOutbox(fake.world) }
    expect(await b.outbox.wake('timer')).toMatchObject({ outcome: 'busy' })
    await lookFor(STEAL_AFTER_MS - 1, b)
    fake.advance(1)
    const before = fake.world.clock.now()
    expect(await b.outbox.wake('timer')).toMatchObject({ outcome: 'busy' })
    expect(fake.world.clock.now() - before, 'claimed').toBe(STEAL_AFTER_MS)
    expect(fake.steals).toBe(0)
  })

  it('who looked away cannot say that it was silent all the while', async () => {
    const [a, b] = tabs(2)
    await stuck(a)
    expect(await b!.outbox.wake('put')).toMatchObject({ outcome: 'busy' })
    b!.fake.advance(STEAL_AFTER_MS)
    expect(await b!.outbox.wake('timer')).toMatchObject({ outcome: 'busy' })
    expect(b!.fake.steals).toBe(0)
  })

  it('a tab whose lock was taken before it sent sends nothing', async () => {
    const [{ fake, outbox }] = tabs(1)
    await outbox.put(order('a'))
    const { lock, store } = fake.world
    let takeAway: ((error: Error) => void) | undefined
    fake.world.lock = (run, options) =>
      lock(() => {
        const taken = new Promise<never>((_, reject) => {
          takeAway = reject
        })
        return Promise.race([run(), taken])
      }, options)
    fake.world.store = {
      async transaction(mode, run) {
        const result = await store.transaction(mode, run)
        if (fake.items()[0]?.state === 'sending') takeAway?.(new Error('stolen'))
        await new Promise((resolve) => setImmediate(resolve))
        return result
      },
    }
    expect(await createOutbox(fake.world).wake('put')).toMatchObject({ outcome: 'failed', cause: { message: 'stolen' } })
    // Work that had begun may continue for a moment after the lock is lost.
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(fake.sent).toEqual([])
  })

  it('a lock that was held long ago is no reason to take it now', async () => {
    const { fake, outbox } = fakeWorld()
    const item = await outbox.put(order('a'))
    fake.locked = true
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'busy' })
    await outbox.discard(item.id)
    expect(await outbox.wake('timer')).toMatchObject({ outcome: 'idle' })
    await outbox.put(order('b'))
    fake.advance(STEAL_AFTER_MS * 2)
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'busy' })
    expect(fake.steals).toBe(0)
  })

  it('what a killed tab left half sent is sent again under the same key', async () => {
    const db = createMemoryDb()
    const { outbox } = fakeWorld(db)
    const item = await outbox.put(order('a'))
    db.tables.items.set(item.id, { ...item, state: 'sending', attempts: 1, sealed: '{"name":"sealed"}' })
    const { fake, outbox: next } = fakeWorld(db)
    await next.wake('boot')
    expect(fake.calls()).toMatchObject([{ input: { name: 'sealed' }, headers: { 'Idempotency-Key': item.id } }])
  })

  it('wakes during a drain are not lost', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = async (request) => {
      if (fake.sent.length > 1) return accepted(request)
      await outbox.put(order('b'))
      void outbox.wake('put')
      return undefined
    }
    await outbox.put(order('a'))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(states(fake.items())).toEqual(['retry-wait', 'sent'])
  })

  it('a good reason that comes while a drain fails is tried at once', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => {
      if (fake.sent.length > 3) return accepted(request)
      if (fake.sent.length === 3) void outbox.wake('online')
      return undefined
    }
    for (const name of ['a', 'b', 'c']) await outbox.put(order(name))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'idle', sent: 3 })
  })
})

describe('versions', () => {
  const upgradeTo = (fake: ReturnType<typeof fakeWorld>['fake'], steps: typeof fake.world.schema.steps) => {
    fake.world.schema = { version: 3, steps }
  }

  it('brings what waits up to date, one version after the other, and leaves sealed text alone', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    await outbox.put(order('tried', { input: { n: 1 } }))
    await outbox.wake('put')
    await outbox.put(order('new', { input: { n: 1 } }))
    const grow = ({ input }: Item) => ({ n: (input as { n: number }).n * 10 })
    upgradeTo(fake, { 1: grow, 2: grow })
    fake.answer = accepted
    await outbox.wake('online')
    expect(
      fake
        .calls()
        .slice(1)
        .map(({ input }) => input),
    ).toEqual([{ n: 100 }, { n: 1 }])
  })

  it('stops an older tab in the middle of its drain', async () => {
    const db = createMemoryDb()
    const [old, young] = [fakeWorld(db), fakeWorld(db)]
    young.fake.world.schema = { version: 2, steps: {} }
    young.fake.world.uuid = () => 'young'
    await old.outbox.put(order('a'))
    await old.outbox.put(order('a', { endpoint: 'things.update' }))
    old.fake.answer = async (request) => {
      await young.outbox.put(order('b'))
      return accepted(request)
    }
    expect(await old.outbox.wake('put')).toMatchObject({ outcome: 'outdated', sent: 0 })
    expect(old.fake.sent.length).toBe(1)
    expect(await young.outbox.wake('boot')).toMatchObject({ outcome: 'idle', sent: 3 })
    expect(keyOfRequest(young.fake.calls().find(({ input }) => (input as { name: string }).name === 'a')!)).toBe(
      keyOfRequest(old.fake.calls()[0]!),
    )
  })

  it('also brings up to date what waits for a person, so that a decision that is refused leaves it where the next one finds it', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => reply(409, { error: 'Modificato da altri.', data: { id: 1, rev: 8 } }, keyOfRequest(request))
    await outbox.put(order('a'))
    await outbox.wake('put')
    expect(fake.items()[0]).toMatchObject({ state: 'conflict', lastError: { recorded: true } })
    upgradeTo(fake, {
      1: () => {
        throw new Error('Unreadable')
      },
    })
    fake.answer = accepted
    await outbox.wake('boot')
    const [item] = fake.items()
    expect(item).toMatchObject({ state: 'quarantined', lastError: { code: 'unreadable', recorded: true } })
    await expect(outbox.resolve(item!.id, 'mine')).rejects.toThrow('Questo invio non è in conflitto.')
    const fixed = await outbox.fix(item!.id, { input: { name: 'a' } })
    expect(fixed.id, 'the server has answered under the old key').not.toBe(item!.id)
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'idle', sent: 1 })
  })

  it('takes each step once, also when versions come one at a time', async () => {
    const { fake, outbox } = fakeWorld()
    fake.session = { ...fake.session!, stamp: undefined }
    const steps = { 1: ({ input }: Item) => `${input}1`, 2: ({ input }: Item) => `${input}2` }
    const item = await outbox.put(order('a', { input: 'v' }))
    for (const version of [2, 3]) {
      fake.world.schema = { version, steps }
      await outbox.put(order(`written by ${version}`))
    }
    expect(fake.row('items', item.id)).toMatchObject({ input: 'v12', schema: 3 })
  })

  it('puts what it cannot read in quarantine, with a way out, and sends the rest', async () => {
    const { fake, outbox } = fakeWorld()
    fake.session = { ...fake.session!, stamp: undefined }
    const odd = await outbox.put(order('odd'))
    await outbox.put(order('good'))
    fake.session = { ...fake.session!, stamp: 's1' }
    let readable = false
    const step = ({ input, entity }: Item) => {
      if (entity === 'odd' && !readable) throw new Error('what is this?')
      return input
    }
    upgradeTo(fake, { 1: step })
    expect(await outbox.wake('boot')).toMatchObject({ sent: 1 })
    expect(fake.row('items', odd.id)).toMatchObject({ state: 'quarantined', input: { name: 'odd' }, lastError: { code: 'unreadable' } })
    await expect(outbox.retry(odd.id)).rejects.toThrow('non può essere letto')
    readable = true
    await outbox.retry(odd.id)
    expect(await outbox.wake('user')).toMatchObject({ sent: 1 })
  })

  it('makes an older tab read-only, but lets it keep its text', async () => {
    const db = createMemoryDb()
    const [old, young] = [fakeWorld(db), fakeWorld(db)]
    young.fake.world.schema = { version: 2, steps: {} }
    young.fake.world.uuid = () => 'young'
    const item = await old.outbox.put(order('a'))
    await young.outbox.put(order('b'))
    await expect(old.outbox.put(order('c'))).rejects.toThrow(OutdatedError)
    await expect(old.outbox.discard(item.id)).rejects.toThrow(OutdatedError)
    await expect(old.outbox.purge()).rejects.toThrow(OutdatedError)
    expect(await old.outbox.wake('focus')).toMatchObject({ outcome: 'outdated', sent: 0 })
    expect(old.fake.sent).toEqual([])
    expect(await old.outbox.saveDraft({ key: 'f', data: 'typed', revision: 0 })).toMatchObject({ saved: { schema: 1 } })
    expect((await old.outbox.list()).length).toBe(2)
  })
})
