import { expect, it } from 'vitest'
import { HELD_MS } from '../../src/outbox/rows.ts'
import type { Json } from '../../src/outbox/types.ts'
import { fakeWorld, order, states } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

type Fake = ReturnType<typeof fakeWorld>
const both = (made: Json, typed: Json | undefined) => ({ data: [made, typed ?? null], photos: [] })
/** A thing that is held, made of a draft. */
async function held({ outbox }: Fake, entity = 'a', lane = 'l') {
  await outbox.saveDraft({ key: lane, data: { text: entity }, revision: 0 })
  return outbox.put(order(entity, { lane, held: true, draft: { key: lane, revision: 1 } }))
}

it('what is held goes after ten seconds by itself, also from a tab opened since, and what follows it stays behind', async () => {
  const here = fakeWorld()
  const item = await held(here)
  await here.outbox.put(order('b', { lane: 'l' }))
  await here.outbox.put(order('c'))
  const result = await here.outbox.wake('put')
  expect([result.sent, result.nextInMs]).toEqual([1, HELD_MS])
  expect(states(here.fake.items())).toEqual(['queued', 'queued', 'sent'])
  // No good reason ends it.
  await here.outbox.wake('online')
  expect(here.fake.calls()).toHaveLength(1)
  const later = fakeWorld(here.fake.db)
  later.fake.advance(4_000)
  expect((await later.outbox.wake('boot')).nextInMs).toBe(6_000)
  later.fake.advance(6_000)
  expect((await later.outbox.wake('timer')).sent).toBe(2)
  expect(later.fake.row('items', item.id)).toMatchObject({ state: 'sent', heldUntil: undefined, undo: undefined })
})

it('taken back it is a draft again, with what was typed since, once', async () => {
  const here = fakeWorld()
  const item = await held(here)
  await here.outbox.saveDraft({ key: 'l', data: { text: 'more' }, revision: 0 })
  const draft = await here.outbox.recall(item.id, 'l', both)
  expect(draft).toMatchObject({ data: [{ text: 'a' }, { text: 'more' }], revision: 2 })
  expect(here.fake.items()).toEqual([])
  await expect(here.outbox.recall(item.id, 'l', both)).rejects.toThrow('Questo invio non è più in coda.')
  expect(await here.outbox.loadDraft('l')).toMatchObject({ revision: 2 })
})

it('is recognised as taken back where the answer of the database was lost', async () => {
  let lost = 0
  const here = fakeWorld(createMemoryDb(), {
    exit() {
      if (lost-- > 0) throw Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' })
      return undefined
    },
  })
  const item = await held(here)
  lost = 1
  expect(await here.outbox.recall(item.id, 'l', both)).toMatchObject({ revision: 2, data: [{ text: 'a' }, null] })
})

it('once it was tried nobody takes it back: the server may have it', async () => {
  const here = fakeWorld()
  const item = await held(here)
  here.fake.answer = () => undefined
  expect(await here.outbox.release()).toBe(true)
  expect(await here.outbox.release()).toBe(false)
  await here.outbox.wake('user')
  expect(here.fake.row('items', item.id)).toMatchObject({ state: 'retry-wait' })
  await expect(here.outbox.recall(item.id, 'l', both)).rejects.toThrow('È già in partenza: non si può più annullare.')
  expect(here.fake.items()).toHaveLength(1)
  expect(await here.outbox.loadDraft('l')).toBeUndefined()
})

it('a clock that is set back by a day holds nothing', async () => {
  const here = fakeWorld()
  here.fake.advance(86_400_000)
  const item = await held(here)
  const before = fakeWorld(here.fake.db)
  expect((await before.outbox.wake('boot')).sent).toBe(1)
  expect(here.fake.row('items', item.id)).toMatchObject({ state: 'sent' })
})
