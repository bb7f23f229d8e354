import { describe, expect, it } from 'vitest'
import { STEAL_AFTER_MS } from '../../src/outbox/drain.ts'
import { ref } from '../../src/outbox/seal.ts'
import { type Item, type NewPhoto, OutboxError, OutdatedError } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest, order, reply } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

const states = (items: Item[]) => items.sort((a, b) => a.seq - b.seq || a.sub - b.sub).map(({ state }) => state)

describe('saving', () => {
  it('keeps one key for life, and the order of saving within a lane', async () => {
    const { fake, outbox } = fakeWorld()
    const first = await outbox.put(order('a'))
    const second = await outbox.put(order('a', { endpoint: 'things.update' }))
    await outbox.wake('put')
    expect(fake.calls().map(keyOfRequest)).toEqual([first.id, second.id])
    expect(fake.calls()[0]).toMatchObject({ endpoint: 'things.create', input: { name: 'a' }, user: 7, headers: { 'X-Outbox-User': '7' } })
    expect(states(fake.items())).toEqual(['sent', 'sent'])
    expect(fake.items()[0]).toMatchObject({ input: null, sealed: undefined, receipt: { status: 201 } })
  })

  it('refuses where nobody is signed in, and what is no JSON', async () => {
    const { fake, outbox } = fakeWorld()
    await expect(outbox.put(order('a', { input: { big: 1n } as never }))).rejects.toThrow(TypeError)
    fake.session = undefined
    await expect(outbox.put(order('a'))).rejects.toThrow(OutboxError)
    expect(fake.items()).toEqual([])
  })

  it('does not store the object itself: a later change of the form changes nothing', async () => {
    const { fake, outbox } = fakeWorld()
    const input = { name: 'as saved' }
    await outbox.put(order('a', { input }))
    input.name = 'typed later'
    await outbox.wake('put')
    expect(fake.calls()[0]!.input).toEqual({ name: 'as saved' })
  })

  it('replaces what was never attempted, and appends to what was', async () => {
    const { fake, outbox } = fakeWorld()
    const edit = (name: string) => outbox.put(order('a', { endpoint: 'things.update', input: { name }, replaceable: true, label: name }))
    const first = await edit('one')
    expect(await edit('two')).toMatchObject({ id: first.id, seq: first.seq, input: { name: 'two' }, label: 'two' })
    fake.answer = () => undefined
    await outbox.wake('put')
    const third = await edit('three')
    expect(third.id).not.toBe(first.id)
    expect((await edit('four')).id).toBe(third.id)
    fake.answer = accepted
    await outbox.wake('online')
    expect(fake.calls().map(({ input }) => input)).toEqual([{ name: 'two' }, { name: 'two' }, { name: 'four' }])
  })

  it('replaces neither another endpoint nor another entity of the lane', async () => {
    const { outbox } = fakeWorld()
    const first = await outbox.put(order('a', { replaceable: true }))
    const other = await outbox.put(order('a', { replaceable: true, endpoint: 'things.update' }))
    const entity = await outbox.put(order('b', { replaceable: true, lane: 'lane:a', endpoint: 'things.update' }))
    expect(new Set([first.id, other.id, entity.id]).size).toBe(3)
  })

  it('stores nothing where the disk is full', async () => {
    const db = createMemoryDb()
    const { fake, outbox } = fakeWorld(db, {
      write() {
        if (db.tables.meta.has('seq')) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      },
    })
    await expect(outbox.put(order('a'))).rejects.toThrow('full')
    expect(fake.items()).toEqual([])
    expect(db.tables.meta.size).toBe(0)
  })
})

describe('names that only the server can give', () => {
  it('wait for the receipt, across lanes, and go out in the sealed body', async () => {
    const { fake, outbox } = fakeWorld()
    await outbox.put(order('ticket', { input: { inspection_id: ref('insp', 'id') } }))
    await outbox.wake('put')
    expect(fake.sent).toEqual([])
    await outbox.put(order('insp'))
    await outbox.put(order('insp', { endpoint: 'things.update', input: { id: ref('insp', 'id'), rev: ref('insp', 'rev') } }))
    // The first came too early: nothing that was saved before it can name the inspection.
    expect((await outbox.list())[0]).toMatchObject({ state: 'needs-fix', lastError: { code: 'missing_ref' } })
    await outbox.wake('put')
    expect(fake.calls().map(({ input }) => input)).toEqual([{ name: 'insp' }, { id: 5, rev: 1 }])
    await outbox.retry(fake.items().find(({ entity }) => entity === 'ticket')!.id)
    await outbox.wake('user')
    expect(fake.calls().at(-1)!.input).toEqual({ inspection_id: 5 })
  })

  it('hold back a dependent of another lane, and tell whom it waits for', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => reply(422, { error: 'No' }, keyOfRequest(request))
    const create = await outbox.put(order('insp', { label: 'La verifica' }))
    await outbox.put(order('ticket', { input: { inspection_id: ref('insp', 'id') } }))
    const after = await outbox.put(order('note', { dependsOn: [create.id] }))
    await outbox.wake('put')
    expect((await outbox.list()).map(({ state, behind }) => [state, behind])).toEqual([
      ['needs-fix', undefined],
      ['queued', 'La verifica'],
      ['queued', 'La verifica'],
    ])
    // Under its new key it is still the one that is waited for.
    fake.answer = accepted
    const again = await outbox.retry(create.id)
    expect(again.id).not.toBe(create.id)
    expect(fake.row('items', after.id)!.dependsOn).toEqual([again.id])
    await outbox.wake('user')
    expect(states(fake.items())).toEqual(['sent', 'sent', 'sent'])
  })

  it('say so when what they depend on is thrown away', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    const create = await outbox.put(order('insp'))
    await outbox.put(order('note', { dependsOn: [create.id] }))
    await outbox.put(order('ticket', { input: { inspection_id: ref('insp', 'id') } }))
    await outbox.discard(create.id)
    await outbox.wake('user')
    expect((await outbox.list()).map(({ lastError }) => lastError?.code)).toEqual(['missing_ref', 'missing_ref'])
  })

  it('are not taken from a receipt about another record', async () => {
    const { fake, outbox } = fakeWorld()
    await outbox.put(order('ticket'))
    await outbox.wake('put')
    fake.answer = (request) => reply(201, { data: { id: 99, rev: 1 } }, keyOfRequest(request))
    await outbox.put(order('ticket', { endpoint: 'comments.create' }))
    await outbox.wake('put')
    expect(fake.row('refs', '7/ticket')!.values).toEqual({ id: 5, rev: 1 })
  })
})

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
    expect(await outbox.wake('timer')).toMatchObject({ outcome: 'unreachable', nextInMs })
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
    await outbox.put(order('b'))
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
    expect(await outbox.wake('boot')).toMatchObject({ outcome: 'auth' })
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
    fake.session = { user: 8, name: 'L. Bianchi', stamp: 's2' }
    expect(await outbox.counts()).toEqual([{ user: 7, userName: 'M. Rossi', unsent: 2, since: mine.createdAt }])
    expect(await outbox.list()).toEqual([])
    expect(await outbox.exportData()).toMatchObject({ items: [], photos: [], files: [] })
    for (const act of [outbox.retry, outbox.discard]) await expect(act(mine.id)).rejects.toThrow('non è più in coda')
    expect(fake.items().length).toBe(2)
  })
})

describe('decisions', () => {
  const refused = async (recorded: boolean, status = 422, body: object = { error: 'No' }) => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => reply(status, body, recorded ? keyOfRequest(request) : undefined)
    const item = await outbox.put(order('a', { input: { text: 'old', rev: ref('a', 'rev', 1) } }))
    await outbox.wake('put')
    fake.answer = accepted
    return { fake, outbox, item }
  }

  it('take a new key after a recorded refusal, in the same place of the lane', async () => {
    const { fake, outbox, item } = await refused(true)
    const later = await outbox.put(order('a', { endpoint: 'things.update' }))
    const fixed = await outbox.fix(item.id, { input: { text: 'new' } })
    expect(fixed).toMatchObject({ seq: item.seq, state: 'queued', attempts: 0, sealed: undefined, lastError: undefined })
    await outbox.wake('user')
    expect(fake.calls().map(keyOfRequest)).toEqual([item.id, fixed.id, later.id])
    expect(fixed.id).not.toBe(item.id)
  })

  it('keep the key after a refusal nobody recorded: same characters when retried, new ones when corrected', async () => {
    const { fake, outbox, item } = await refused(false)
    expect((await outbox.retry(item.id)).id).toBe(item.id)
    fake.answer = () => reply(403, { error: 'No' })
    await outbox.wake('user')
    await outbox.fix(item.id, { input: { text: 'new' } })
    fake.answer = accepted
    await outbox.wake('user')
    expect(fake.calls().map((call) => [keyOfRequest(call), (call.input as { text: string }).text])).toEqual([
      [item.id, 'old'],
      [item.id, 'old'],
      [item.id, 'new'],
    ])
  })

  it('learn from "key reused" that the old text had arrived, and leave the correction to the person', async () => {
    const { fake, outbox, item } = await refused(false)
    await outbox.fix(item.id, { input: { text: 'new' } })
    fake.answer = (request) =>
      'input' in request && (request.input as { text: string }).text === 'new'
        ? reply(422, { error: 'x', code: 'key_reused' })
        : reply(201, { data: { id: 5, rev: 1 } }, keyOfRequest(request))
    await outbox.wake('user')
    const [sent, correction] = await outbox.list()
    expect(sent).toMatchObject({ id: item.id, state: 'sent' })
    expect(correction).toMatchObject({
      state: 'needs-fix',
      input: { text: 'new' },
      seq: item.seq,
      sub: 1,
      attempts: 0,
      lastError: { code: 'already_recorded' },
    })
    expect(fake.row('refs', '7/a')!.values).toEqual({ id: 5, rev: 1 })
    fake.answer = accepted
    await outbox.retry(correction!.id)
    await outbox.wake('user')
    expect(fake.calls().at(-1)!.input).toEqual({ text: 'new' })
    expect(keyOfRequest(fake.calls().at(-1)!)).toBe(correction!.id)
  })

  it('or that it had been refused, and then the correction goes by itself', async () => {
    const { fake, outbox, item } = await refused(false)
    await outbox.fix(item.id, { input: { text: 'new' } })
    fake.answer = (request) => {
      if ('input' in request && (request.input as { text: string }).text === 'old') return reply(404, { error: 'x' }, item.id)
      return keyOfRequest(request) === item.id ? reply(422, { error: 'x', code: 'key_reused' }) : accepted(request)
    }
    await outbox.wake('user')
    expect(fake.items().map(({ state }) => state)).toEqual(['sent'])
    expect(fake.calls().at(-1)!.input).toEqual({ text: 'new' })
  })

  it('on a key that is taken for something unknown: a new key', async () => {
    const { fake, outbox, item } = await refused(false, 422, { error: 'x', code: 'key_reused' })
    expect(fake.items()[0]).toMatchObject({ state: 'needs-fix', lastError: { code: 'key_reused', recorded: true } })
    expect((await outbox.retry(item.id)).id).not.toBe(item.id)
  })

  it('on a conflict: mine over the copy of the server, with its rev', async () => {
    const { fake, outbox, item } = await refused(true, 409, { error: 'x', data: { id: 5, rev: 8 } })
    expect(fake.items()[0]).toMatchObject({ state: 'conflict', lastError: { body: { data: { rev: 8 } } } })
    await expect(outbox.retry(item.id)).rejects.toThrow('Scegliere prima')
    const mine = await outbox.resolve(item.id, 'mine')
    await outbox.wake('user')
    expect(fake.calls().at(-1)).toMatchObject({ input: { text: 'old', rev: 8 }, headers: { 'Idempotency-Key': mine.id } })
  })

  it('on a conflict: a merged text, or theirs', async () => {
    const { fake, outbox, item } = await refused(true, 409, { error: 'x', data: { id: 5, rev: 8 } })
    const merged = await outbox.resolve(item.id, { input: { text: 'both', rev: ref('a', 'rev', 1) } })
    await expect(outbox.resolve(merged.id, 'mine')).rejects.toThrow('non è in conflitto')
    await outbox.wake('user')
    expect(fake.calls().at(-1)!.input).toEqual({ text: 'both', rev: 8 })
    const theirs = await refused(true, 409, { error: 'x', data: { id: 5, rev: 8 } })
    expect(await theirs.outbox.discard(theirs.item.id)).toMatchObject({ id: theirs.item.id })
    expect(theirs.fake.items()).toEqual([])
  })

  it('cannot be made about what is being sent, or is gone', async () => {
    const { fake, outbox } = fakeWorld()
    let seen: unknown
    fake.answer = async (request) => {
      seen = await outbox.discard(keyOfRequest(request)).catch((error: Error) => error.message)
      return accepted(request)
    }
    const item = await outbox.put(order('a'))
    await outbox.wake('put')
    expect(seen).toBe('Invio in corso: riprovare tra poco.')
    await expect(outbox.fix(item.id, { input: {} })).rejects.toThrow('non è più in coda')
    await expect(outbox.retry('nobody')).rejects.toThrow(OutboxError)
  })
})

describe('photos', () => {
  const photo = async (fake: ReturnType<typeof fakeWorld>['fake'], text: string): Promise<NewPhoto> => {
    const bytes = new TextEncoder().encode(text).buffer
    return { hash: await fake.world.sha256(bytes), bytes, type: 'image/jpeg', meta: { question: 'q_1' } }
  }

  it('go first, each with its hash and length, and are never sent again after their receipt', async () => {
    const { fake, outbox } = fakeWorld()
    const [one, two] = [await photo(fake, 'one'), await photo(fake, 'other')]
    fake.answer = (request) => ('photo' in request && request.photo.hash === two.hash ? undefined : accepted(request))
    await outbox.put(order('a', { photos: [one, two, one] }))
    await outbox.wake('put')
    expect(fake.uploads().map(({ photo }) => photo.hash)).toEqual([one.hash, two.hash])
    expect(fake.uploads()[1]!.headers).toMatchObject({ 'X-Content-SHA256': two.hash, 'X-Content-Length': '5', 'X-Outbox-User': '7' })
    expect(fake.calls()).toEqual([])
    expect((await outbox.list())[0]).toMatchObject({ state: 'retry-wait', photosSent: 1 })
    fake.answer = accepted
    await outbox.wake('online')
    expect(fake.uploads().map(({ photo }) => photo.hash)).toEqual([one.hash, two.hash, two.hash])
    expect(keyOfRequest(fake.uploads()[1]!)).toBe(keyOfRequest(fake.uploads()[2]!))
    expect(fake.calls().length).toBe(1)
  })

  it('may be named again by their hash, also when the bytes are gone', async () => {
    const { fake, outbox } = fakeWorld()
    const one = await photo(fake, 'one')
    await outbox.put(order('a', { photos: [one] }))
    await outbox.wake('put')
    await outbox.purge()
    expect(fake.db.tables.bytes.size).toBe(0)
    await outbox.put(order('a', { endpoint: 'things.update', photos: [one.hash] }))
    await outbox.wake('put')
    expect(fake.uploads().length).toBe(1)
    expect(fake.calls().length).toBe(2)
    await expect(outbox.put(order('b', { photos: ['unknown'] }))).rejects.toThrow('non è più sul dispositivo')
  })

  it('need the receipt to name their hash', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => reply(201, { data: { sha256: 'another' } }, keyOfRequest(request))
    await outbox.put(order('a', { photos: [await photo(fake, 'one')] }))
    await outbox.wake('put')
    expect(fake.items()[0]).toMatchObject({ state: 'retry-wait' })
    expect(fake.calls()).toEqual([])
  })

  it('that were damaged or lost on the device stop their item, with a reason', async () => {
    const { fake, outbox } = fakeWorld()
    const one = await photo(fake, 'one')
    const item = await outbox.put(order('a', { photos: [one] }))
    fake.db.tables.bytes.set(`7/${one.hash}`, { user: 7, hash: one.hash, bytes: new ArrayBuffer(3) })
    await outbox.wake('put')
    expect(fake.sent).toEqual([])
    expect(fake.items()[0]).toMatchObject({ state: 'needs-fix', lastError: { code: 'photo_damaged' } })
    fake.db.tables.bytes.clear()
    await outbox.retry(item.id)
    await outbox.wake('user')
    expect(fake.items()[0]).toMatchObject({ state: 'needs-fix', lastError: { code: 'photo_missing' } })
    await outbox.fix(item.id, { input: { name: 'a' }, photos: [one] })
    await outbox.wake('user')
    expect(states(fake.items())).toEqual(['sent'])
  })

  it('take a new key where the refusal is recorded', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => reply(413, { error: 'Troppo grande' }, keyOfRequest(request))
    const item = await outbox.put(order('a', { photos: [await photo(fake, 'one')] }))
    await outbox.wake('put')
    expect(fake.items()[0]).toMatchObject({ state: 'needs-fix', lastError: { message: 'Troppo grande', recorded: false } })
    fake.answer = accepted
    expect((await outbox.retry(item.id)).id).toBe(item.id)
    await outbox.wake('user')
    expect(keyOfRequest(fake.uploads()[0]!)).not.toBe(keyOfRequest(fake.uploads()[1]!))
    expect(states(fake.items())).toEqual(['sent'])
  })

  it('pause with the sign-in like everything else', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => reply(401, { error: 'x' })
    await outbox.put(order('a', { photos: [await photo(fake, 'one')] }))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'auth' })
    expect(states(fake.items())).toEqual(['auth-wait'])
  })

  it('stay while a draft or an unsent item names them', async () => {
    const { fake, outbox } = fakeWorld()
    const [kept, drafted, dropped] = [await photo(fake, 'k'), await photo(fake, 'd'), await photo(fake, 'x')]
    fake.answer = () => undefined
    await outbox.put(order('a', { photos: [kept] }))
    await outbox.saveDraft({ key: 'form', data: {}, photos: [drafted, dropped], revision: 0 })
    await outbox.saveDraft({ key: 'form', data: {}, photos: [drafted.hash], revision: 1 })
    await outbox.purge()
    expect([...fake.db.tables.photos.values()].map(({ hash }) => hash).sort()).toEqual([kept.hash, drafted.hash].sort())
    expect(fake.db.tables.bytes.size).toBe(2)
  })
})

describe('several tabs', () => {
  it('one sends; the other comes back, and takes over from one that is frozen', async () => {
    const db = createMemoryDb()
    const [a, b] = [fakeWorld(db), fakeWorld(db)]
    b.fake.world.uuid = () => `b${Math.random()}`
    const lock = { held: false }
    for (const { fake } of [a, b])
      fake.world.lock = async (run, { steal }) => {
        if (lock.held && !steal) return undefined
        lock.held = true
        return run().finally(() => {
          lock.held = false
        })
      }
    let thaw: (() => void) | undefined
    a.fake.answer = (request) => new Promise((resolve) => (thaw = () => resolve(reply(500, { error: 'old' }, keyOfRequest(request)))))
    const item = await a.outbox.put(order('a'))
    const frozen = a.outbox.wake('put')
    while (!thaw) await Promise.resolve()
    expect(await b.outbox.wake('put')).toMatchObject({ outcome: 'busy', nextInMs: 2_000 })
    b.fake.advance(STEAL_AFTER_MS - 1)
    expect(await b.outbox.wake('timer')).toMatchObject({ outcome: 'busy' })
    // A sign of life begins the count anew.
    await Promise.race([a.outbox.wake('timer'), new Promise((resolve) => setTimeout(resolve, 20))])
    b.fake.advance(1)
    expect(await b.outbox.wake('timer')).toMatchObject({ outcome: 'busy' })
    b.fake.advance(STEAL_AFTER_MS)
    expect(await b.outbox.wake('timer')).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(b.fake.calls().map(keyOfRequest)).toEqual([item.id])
    thaw()
    expect(await frozen).toMatchObject({ outcome: 'fenced' })
    expect(a.fake.row('items', item.id)).toMatchObject({ state: 'sent' })
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
      if (fake.sent.length === 1) {
        await outbox.put(order('b'))
        void outbox.wake('put')
      }
      return accepted(request)
    }
    await outbox.put(order('a'))
    expect(await outbox.wake('put')).toMatchObject({ outcome: 'idle', sent: 2 })
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

describe('drafts', () => {
  it('are written only over the revision they were made from', async () => {
    const { outbox } = fakeWorld()
    expect(await outbox.saveDraft({ key: 'f', data: { t: 1 }, revision: 0 })).toMatchObject({ saved: { revision: 1 } })
    expect(await outbox.saveDraft({ key: 'f', data: { t: 2 }, revision: 1 })).toMatchObject({ saved: { revision: 2 } })
    expect(await outbox.saveDraft({ key: 'f', data: { t: 'old tab' }, revision: 1 })).toMatchObject({
      newer: { revision: 2, data: { t: 2 } },
    })
    expect(await outbox.loadDraft('f')).toMatchObject({ data: { t: 2 } })
    expect(await outbox.discardDraft('f', 1)).toBe(false)
    expect(await outbox.discardDraft('f', 2)).toBe(true)
    expect(await outbox.listDrafts()).toEqual([])
  })

  it('end in the transaction that queues them, or neither happens', async () => {
    const { fake, outbox } = fakeWorld()
    await outbox.saveDraft({ key: 'f', data: {}, revision: 0 })
    await expect(outbox.put(order('a', { draft: { key: 'f', revision: 7 } }))).rejects.toThrow("un'altra scheda")
    expect(fake.items()).toEqual([])
    await outbox.put(order('a', { draft: { key: 'f', revision: 1 } }))
    expect(await outbox.loadDraft('f')).toBeUndefined()
  })

  it('recognise their own write where the answer of the database was lost', async () => {
    let lost = 1
    const { outbox } = fakeWorld(createMemoryDb(), {
      exit() {
        if (lost-- > 0) throw Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' })
        return undefined
      },
    })
    expect(await outbox.saveDraft({ key: 'f', data: { t: 1 }, revision: 0 })).toMatchObject({ saved: { revision: 1 } })
    lost = 1
    const item = await outbox.put(order('a'))
    expect((await outbox.list()).map(({ id }) => id)).toEqual([item.id])
    lost = 1
    expect(await outbox.discard(item.id)).toMatchObject({ id: item.id })
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
    expect(await old.outbox.wake('focus')).toMatchObject({ outcome: 'outdated', sent: 0 })
    expect(old.fake.sent).toEqual([])
    expect(await old.outbox.saveDraft({ key: 'f', data: 'typed', revision: 0 })).toMatchObject({ saved: { schema: 1 } })
    expect((await old.outbox.list()).length).toBe(2)
  })
})

describe('tidying and taking along', () => {
  it('forgets sent items but the last fifty of each user, and only those', async () => {
    const { fake, outbox } = fakeWorld()
    for (let i = 0; i < 53; i++) await outbox.put(order(`e${i}`))
    await outbox.wake('put')
    fake.answer = () => undefined
    const first = fake.items().find(({ entity }) => entity === 'e0')!
    const waiting = await outbox.put(order('waiting', { dependsOn: [first.id] }))
    await outbox.purge()
    const left = fake.items().map(({ entity }) => entity)
    expect(left).toContain('e0')
    expect(left).not.toContain('e1')
    expect(left).not.toContain('e2')
    expect(left).toContain('e3')
    expect(fake.row('items', waiting.id)).toBeDefined()
  })

  it('exports everything unsent with the bytes of its photos, or one item, and changes nothing', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    const bytes = new TextEncoder().encode('jpeg').buffer
    const hash = await fake.world.sha256(bytes)
    const item = await outbox.put(order('a', { photos: [{ hash, bytes, type: 'image/jpeg', meta: null }] }))
    await outbox.put(order('b'))
    await outbox.saveDraft({ key: 'f', data: { t: 1 }, revision: 0 })
    const all = await outbox.exportData()
    expect(all).toMatchObject({
      user: 7,
      userName: 'M. Rossi',
      schema: 1,
      drafts: [{ key: 'f' }],
      files: [{ name: hash, type: 'image/jpeg' }],
    })
    expect(all.items.length).toBe(2)
    expect(new Uint8Array(all.files[0]!.bytes)).toEqual(new Uint8Array(bytes))
    expect(await outbox.exportData(item.id)).toMatchObject({ items: [{ id: item.id }], drafts: [], files: [{ name: hash }] })
    expect(fake.items().length).toBe(2)
  })

  it('tells its listeners until they leave', async () => {
    const { outbox } = fakeWorld()
    let told = 0
    const leave = outbox.subscribe(() => told++)
    await outbox.put(order('a'))
    expect(told).toBe(1)
    const running = outbox.wake('put')
    expect(outbox.status()).toMatchObject({ draining: true })
    await running
    expect(outbox.status()).toMatchObject({ draining: false, last: { outcome: 'idle', sent: 1 } })
    const before = told
    leave()
    await outbox.put(order('b'))
    expect(told).toBe(before)
  })
})
