import { describe, expect, it } from 'vitest'
import { ref } from '../../src/outbox/seal.ts'
import { accepted, fakeWorld, keyOfRequest, order, reply, states } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

describe('failure', () => {
  it('sends the same characters under the same key, however often', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    await outbox.put(order('a', { input: { rev: ref('a', 'rev', 4) } }))
    await outbox.wake('put')
    fake.db.tables.refs.set('7/a', { user: 7, entity: 'a', values: { rev: 9 } })
    await outbox.wake('online')
    fake.answer = () => reply(503, { error: 'x' })
    await outbox.wake('online')
    expect(new Set(fake.calls().map(keyOfRequest)).size).toBe(1)
    expect(fake.calls().map(({ input }) => input)).toEqual([{ rev: 4 }, { rev: 4 }, { rev: 4 }])
    expect(fake.items()[0]).toMatchObject({ state: 'retry-wait', attempts: 3, lastError: { status: 503, message: 'x' } })
  })

  it('waits longer and longer, up to half a minute, and no longer where something has changed for the better', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    await outbox.put(order('a'))
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const { nextInMs } = await outbox.wake('timer')
      waits.push(nextInMs!)
      expect((await outbox.wake('timer')).nextInMs).toBe(nextInMs)
      fake.advance(nextInMs!)
    }
    expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500])
    expect(fake.sent.length).toBe(8)
    await outbox.wake('timer')
    await outbox.wake('put')
    expect(fake.sent.length).toBe(9)
    for (const reason of ['online', 'focus', 'visible', 'probe', 'sign-in', 'user'] as const) await outbox.wake(reason)
    expect(fake.sent.length).toBe(15)
  })

  it('does what Retry-After asks, up to a minute, whatever else happens', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => reply(429, { error: 'x' }, undefined, { 'retry-after': '3600' })
    await outbox.put(order('a'))
    expect((await outbox.wake('put')).nextInMs).toBe(60_000)
    await outbox.wake('focus')
    expect(fake.sent.length).toBe(1)
    fake.advance(60_000)
    await outbox.wake('timer')
    expect(fake.sent.length).toBe(2)
  })

  it('of one thing never blocks another; within its lane it blocks what comes after', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) =>
      'input' in request && (request.input as { name: string }).name === 'bad'
        ? reply(422, { error: 'No' }, keyOfRequest(request))
        : accepted(request)
    await outbox.put(order('bad'))
    await outbox.put(order('bad', { endpoint: 'things.update', input: { name: 'after bad' } }))
    await outbox.put(order('good'))
    await outbox.wake('put')
    expect(states(fake.items())).toEqual(['needs-fix', 'queued', 'sent'])
    expect((await outbox.list())[1]).toMatchObject({ behind: 'bad' })
    expect(await outbox.wake('timer')).toMatchObject({ outcome: 'idle', nextInMs: undefined })
  })

  it('stops trying the rest when three in a row hear nothing', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    for (let i = 0; i < 20; i++) await outbox.put(order(`e${i}`))
    const { outcome, nextInMs } = await outbox.wake('put')
    expect(outcome).toBe('unreachable')
    // Three, and what the other lanes had under way by then.
    expect(fake.sent.length).toBeLessThanOrEqual(6)
    const tried = fake.sent.length
    expect(await outbox.wake('timer')).toMatchObject({ outcome: 'unreachable', nextInMs })
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'unreachable', nextInMs })
    expect(fake.sent.length).toBe(tried)
    fake.advance(nextInMs!)
    await outbox.wake('timer')
    expect(fake.sent.length).toBeGreaterThan(tried)
    fake.answer = accepted
    expect(await outbox.wake('online')).toMatchObject({ outcome: 'idle', sent: 20 })
  })

  it('lets those wait longest that failed most', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => ('input' in request && (request.input as { name: string }).name === 'slow' ? undefined : accepted(request))
    await outbox.put(order('slow'))
    await outbox.wake('put')
    for (let i = 0; i < 3; i++) await outbox.put(order(`e${i}`))
    await outbox.wake('focus')
    expect(fake.calls().map(({ input }) => (input as { name: string }).name)).toEqual(['slow', 'e0', 'e1', 'e2', 'slow'])
  })

  it('of the database is told, not thrown', async () => {
    const { fake, outbox } = fakeWorld()
    await outbox.put(order('a'))
    fake.world.store.transaction = () => Promise.reject(new Error('gone'))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'failed', cause: new Error('gone'), nextInMs: 2_000 })
  })
})

describe('sign-in', () => {
  it('refused: everything of the user pauses, and resumes by itself with the next one of the same user', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => reply(401, { error: 'Sessione scaduta' })
    await outbox.put(order('a'))
    await outbox.put(order('a', { endpoint: 'things.update' }))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'auth' })
    expect(states(fake.items())).toEqual(['auth-wait', 'auth-wait'])
    expect(await outbox.put(order('c'))).toMatchObject({ state: 'auth-wait' })
    const tried = fake.sent.length
    expect(await outbox.wake('focus')).toMatchObject({ outcome: 'auth' })
    expect(fake.sent.length).toBe(tried)

    fake.answer = accepted
    fake.session = { user: 8, name: 'L. Bianchi', stamp: 's2' }
    await outbox.wake('sign-in')
    expect(fake.sent.length).toBe(tried)
    fake.session = { user: 7, name: 'M. Rossi', stamp: 's3' }
    expect(await outbox.wake('sign-in')).toMatchObject({ outcome: 'idle', sent: 3 })
    expect(await outbox.put(order('d'))).toMatchObject({ state: 'queued' })
  })

  it('lost: things can be saved, and wait', async () => {
    const { fake, outbox } = fakeWorld()
    fake.session = { user: 7, name: 'M. Rossi', stamp: undefined }
    await outbox.put(order('a'))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'auth', sent: 0 })
    expect(fake.sent).toEqual([])
    expect(states(fake.items())).toEqual(['queued'])
  })

  it('is not awaited by something that pretends to be on its way', async () => {
    const db = createMemoryDb()
    const { fake, outbox } = fakeWorld(db)
    fake.answer = () => reply(401, { error: 'x' })
    const [a, b] = [await outbox.put(order('a')), await outbox.put(order('b'))]
    await outbox.wake('put')
    db.tables.items.set(b.id, { ...fake.row('items', b.id)!, state: 'sending' })
    const tried = fake.sent.length
    expect(await outbox.wake('boot')).toMatchObject({ outcome: 'auth' })
    expect(fake.sent.length).toBe(tried)
    expect(states(fake.items())).toEqual(['auth-wait', 'auth-wait'])
    db.tables.items.set(a.id, { ...fake.row('items', a.id)!, state: 'sending' })
    fake.session = { ...fake.session!, stamp: undefined }
    expect(await outbox.wake('boot')).toMatchObject({ outcome: 'auth' })
    expect(states(fake.items())).toEqual(['auth-wait', 'auth-wait'])
  })

  it('changed in the middle: nothing more goes out', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => {
      fake.session = { user: 8, name: 'L. Bianchi', stamp: 's2' }
      return accepted(request)
    }
    await outbox.put(order('a'))
    await outbox.put(order('a', { endpoint: 'things.update' }))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'auth', sent: 1 })
    expect(states(fake.items())).toEqual(['sent', 'queued'])
  })

  it('shows others how much waits, and nothing of what', async () => {
    const { fake, outbox } = fakeWorld()
    const mine = await outbox.put(order('a'))
    await outbox.put(order('b'))
    // Two queued items and a draft of one record count as one record; a draft with nothing to send counts as none.
    const draft = (key: string, unqueued?: string) => outbox.saveDraft({ key, data: {}, revision: 0, unqueued })
    await draft(mine.lane, 'a')
    await draft('thing:c', 'c')
    await draft('thing:d')
    await outbox.put(order('a', { endpoint: 'things.update' }))
    fake.session = { user: 8, name: 'L. Bianchi', stamp: 's2' }
    expect(await outbox.counts()).toEqual([{ user: 7, userName: 'M. Rossi', unsent: 3, stuck: 0, since: mine.createdAt }])
    expect(await outbox.list()).toEqual([])
    expect(await outbox.exportData()).toMatchObject({ items: [], drafts: [], photos: [], refs: [] })
    for (const act of [outbox.retry, outbox.discard]) await expect(act(mine.id)).rejects.toThrow('non è più in coda')
    expect(fake.items().length).toBe(3)
  })
})
