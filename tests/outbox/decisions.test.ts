import { describe, expect, it } from 'vitest'
import { ref } from '../../src/outbox/seal.ts'
import { OutboxError } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest, order, reply, states } from './fake-world.ts'

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

  it('delete a record with its copy and with what could not go without it, and with nothing else', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    const saved = await outbox.saveDraft({ key: 'lane:a', data: { text: 'x' }, revision: 0, unqueued: 'A' })
    expect(saved).toHaveProperty('saved')
    const create = await outbox.put(order('a'))
    await outbox.put(order('a', { endpoint: 'things.update', input: { rev: ref('a', 'rev') } }))
    await outbox.put(order('note', { dependsOn: [create.id] }))
    await outbox.put(order('answer', { lane: 'lane:a', of: 'lane:a/answer', input: { thing: ref('a', 'id') } }))
    const other = await outbox.put(order('b', { lane: 'lane:a', of: 'lane:a/b' }))
    await outbox.discardRecord('lane:a')
    expect((await outbox.list()).map(({ id }) => id)).toEqual([other.id])
    expect([await outbox.loadDraft('lane:a'), await outbox.unqueued()]).toEqual([undefined, []])
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

  it('asks for one earlier text after the other, the latest first', async () => {
    const { fake, outbox, item } = await refused(false)
    for (const text of ['second', 'third']) {
      await outbox.fix(item.id, { input: { text } })
      fake.answer = () => reply(403, { error: 'No' })
      await outbox.wake('user')
    }
    const textOf = (request: object) => ('input' in request ? (request.input as { text: string }).text : '')
    fake.answer = (request) => (textOf(request) === 'old' ? accepted(request) : reply(422, { error: 'x', code: 'key_reused' }))
    await outbox.retry(item.id)
    await outbox.wake('user')
    expect(fake.calls().slice(-3).map(textOf)).toEqual(['third', 'second', 'old'])
    expect((await outbox.list()).map(({ state, input }) => [state, input])).toEqual([
      ['sent', null],
      ['needs-fix', { text: 'third' }],
    ])
  })

  it('corrected again while the old text was being asked for, the newest goes, and nothing is left over', async () => {
    const { fake, outbox, item } = await refused(false)
    await outbox.fix(item.id, { input: { text: 'new' } })
    fake.answer = (request) =>
      'input' in request && (request.input as { text: string }).text === 'new'
        ? reply(422, { error: 'x', code: 'key_reused' })
        : reply(403, { error: 'No' })
    await outbox.wake('user')
    expect(fake.items()).toMatchObject([{ state: 'needs-fix', probing: true }])
    await outbox.fix(item.id, { input: { text: 'newest' } })
    fake.answer = accepted
    await outbox.wake('user')
    expect(fake.calls().at(-1)!.input).toEqual({ text: 'newest' })
    expect(states(fake.items())).toEqual(['sent'])
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

  it('on a record that took no more: the same again, under a new key, for somebody may have opened it', async () => {
    const { fake, outbox, item } = await refused(true, 409, { error: 'x', code: 'locked', data: { id: 5, rev: 8 } })
    const again = await outbox.retry(item.id)
    await outbox.wake('user')
    expect(fake.calls().at(-1)).toMatchObject({ input: { text: 'old', rev: 1 }, headers: { 'Idempotency-Key': again.id } })
    expect(again.id).not.toBe(item.id)
    expect(states(fake.items())).toEqual(['sent'])
  })

  it('on a conflict of a photo: the key of the item stays, as nothing is recorded under it', async () => {
    const { fake, outbox } = fakeWorld()
    const bytes = new TextEncoder().encode('one').buffer
    const photo = { hash: await fake.world.sha256(bytes), bytes, type: 'image/jpeg', meta: {} }
    fake.answer = (request) => reply(409, { error: 'x', code: 'locked', data: { id: 5, rev: 8 } }, keyOfRequest(request))
    const item = await outbox.put(order('a', { input: { text: 'old', rev: ref('a', 'rev', 1) }, photos: [photo] }))
    await outbox.wake('put')
    expect(fake.items()[0]).toMatchObject({ state: 'conflict', lastError: { code: 'locked', body: { data: { rev: 8 } }, recorded: false } })
    expect((await outbox.retry(item.id)).id).toBe(item.id)
    await outbox.wake('user')
    expect((await outbox.resolve(item.id, 'mine')).id).toBe(item.id)
    fake.answer = accepted
    await outbox.wake('user')
    const [first, second, third] = fake.uploads().map(keyOfRequest)
    expect(new Set([first, second, third]).size, 'a refused photo needs a key of its own').toBe(3)
    expect(fake.calls()).toMatchObject([{ input: { text: 'old', rev: 8 }, headers: { 'Idempotency-Key': item.id } }])
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
