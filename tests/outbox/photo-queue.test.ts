import { describe, expect, it } from 'vitest'
import type { NewPhoto } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest, order, reply, states, until } from './fake-world.ts'

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
    await outbox.put(order('a', { endpoint: 'things.update', photos: [one] }))
    await outbox.wake('put')
    expect(fake.db.tables.bytes.size).toBe(0)
    expect(fake.uploads().length).toBe(1)
    expect(fake.calls().length).toBe(3)
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

  it('that fail after the sign-in was refused go on waiting for it', async () => {
    const { fake, outbox } = fakeWorld()
    let fail = () => {}
    fake.answer = (request) => {
      if (!('photo' in request)) return reply(401, { error: 'x' })
      return new Promise((resolve) => {
        fail = () => resolve(reply(503, { error: 'x' }))
      })
    }
    await outbox.put(order('a', { photos: [await photo(fake, 'one')] }))
    const other = await outbox.put(order('b'))
    const drained = outbox.wake('put')
    await until(() => fake.row('items', other.id)!.state === 'auth-wait')
    fail()
    await drained
    expect(states(fake.items())).toEqual(['auth-wait', 'auth-wait'])
  })

  it('stay while a draft or an unsent item names them', async () => {
    const { fake, outbox } = fakeWorld()
    const [kept, drafted, dropped] = [await photo(fake, 'k'), await photo(fake, 'd'), await photo(fake, 'x')]
    fake.answer = () => undefined
    await outbox.put(order('a', { photos: [kept] }))
    await outbox.saveDraft({ key: 'form', data: {}, photos: [drafted, dropped], revision: 0 })
    await outbox.saveDraft({ key: 'form', data: {}, photos: [drafted.hash], revision: 1 })
    await outbox.purge()
    expect([...fake.db.tables.photos.values()].map(({ hash }) => hash)).toHaveMembers([kept.hash, drafted.hash])
    expect(fake.db.tables.bytes.size).toBe(2)
  })
})
