import { expect, it } from 'vitest'
import type { Json } from '../../src/outbox/types.ts'
import { fakeWorld, order } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

type Fake = ReturnType<typeof fakeWorld>
const both = (made: Json, typed: Json | undefined) => ({ data: [made, typed ?? null], photos: [] })
/** A thing that may be taken back, made of a draft. */
async function waiting({ outbox }: Fake, entity = 'a', lane = 'l') {
  await outbox.saveDraft({ key: lane, data: { text: entity }, revision: 0 })
  return outbox.put(order(entity, { lane, recallable: true, draft: { key: lane, revision: 1 } }))
}

it('what may be taken back is sent at once, and its draft goes with the first attempt', async () => {
  const here = fakeWorld()
  const item = await waiting(here)
  expect(here.fake.row('items', item.id)).toMatchObject({ state: 'queued', undo: { data: { text: 'a' } } })
  expect((await here.outbox.wake('put')).sent).toBe(1)
  expect(here.fake.row('items', item.id)).toMatchObject({ state: 'sent', undo: undefined })
})

it('taken back it is a draft again, with what was typed since, once', async () => {
  const here = fakeWorld()
  const item = await waiting(here)
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
  const item = await waiting(here)
  lost = 1
  expect(await here.outbox.recall(item.id, 'l', both)).toMatchObject({ revision: 2, data: [{ text: 'a' }, null] })
})

it('once it was tried nobody takes it back: the server may have it', async () => {
  const here = fakeWorld()
  const item = await waiting(here)
  here.fake.answer = () => undefined
  await here.outbox.wake('user')
  expect(here.fake.row('items', item.id)).toMatchObject({ state: 'retry-wait' })
  await expect(here.outbox.recall(item.id, 'l', both)).rejects.toThrow('È già in partenza: non si può più annullare.')
  expect(here.fake.items()).toHaveLength(1)
  expect(await here.outbox.loadDraft('l')).toBeUndefined()
})
