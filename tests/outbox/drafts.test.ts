import { describe, expect, it } from 'vitest'
import { zipOf } from '../../src/outbox/export.ts'
import { fakeWorld, keyOfRequest, order, reply } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

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
    const { fake, outbox } = fakeWorld(createMemoryDb(), {
      exit() {
        if (lost-- > 0) throw Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' })
        return undefined
      },
    })
    expect(await outbox.saveDraft({ key: 'f', data: { t: 1 }, revision: 0 })).toMatchObject({ saved: { revision: 1 } })
    lost = 1
    const item = await outbox.put(order('a'))
    expect((await outbox.list()).map(({ id, seq }) => [id, seq])).toEqual([[item.id, 1]])
    fake.answer = (request) => reply(422, { error: 'No' }, keyOfRequest(request))
    await outbox.wake('put')
    lost = 1
    const again = await outbox.retry(item.id)
    expect((await outbox.list()).map(({ id }) => id)).toEqual([again.id])
    lost = 1
    expect(await outbox.discard(again.id)).toMatchObject({ id: again.id })
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

  it('exports everything unsent with its photos, or one lane, and changes nothing', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    const bytes = new TextEncoder().encode('jpeg').buffer
    const hash = await fake.world.sha256(bytes)
    const item = await outbox.put(order('a', { photos: [{ hash, bytes, type: 'image/jpeg', meta: null }] }))
    await outbox.put(order('b'))
    await outbox.saveDraft({ key: 'f', data: { t: 1 }, revision: 0 })
    const all = await outbox.exportData()
    expect((await zipOf({ ...all, exportedAt: '2026-11-30T22:26:00.000Z' }, outbox.bytesOf)).name).toBe('piazzale-invii-202611302326.zip')
    expect(all).toMatchObject({
      user: 7,
      userName: 'M. Rossi',
      schema: 1,
      drafts: [{ key: 'f' }],
      photos: [{ hash, type: 'image/jpeg' }],
    })
    expect(all.items.length).toBe(2)
    expect(new Uint8Array((await outbox.bytesOf(hash))!)).toEqual(new Uint8Array(bytes))
    expect(await outbox.exportData(item.lane)).toMatchObject({ items: [{ id: item.id }], drafts: [], photos: [{ hash }] })
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
