import { describe, expect, it } from 'vitest'
import { ref } from '../../src/outbox/seal.ts'
import { OutboxError } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest, order, reply, states } from './fake-world.ts'
import { createMemoryDb } from './memory-store.ts'

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

  it('what closes a thing is never replaced: a save of another tab, however late, goes behind it', async () => {
    const { fake, outbox } = fakeWorld()
    const put = (status: string, replaceable: boolean) =>
      outbox.put(order('a', { endpoint: 'things.update', input: { status }, replaceable }))
    await put('draft', true)
    await put('completed', false)
    await put('draft, of another tab', true)
    await put('draft, later still', true)
    expect(fake.items().map(({ input }) => input)).toEqual([{ status: 'draft' }, { status: 'completed' }, { status: 'draft, later still' }])
  })

  it('replaces neither another endpoint nor another entity of the lane', async () => {
    const { outbox } = fakeWorld()
    const first = await outbox.put(order('a', { replaceable: true }))
    const other = await outbox.put(order('a', { replaceable: true, endpoint: 'things.update' }))
    const entity = await outbox.put(order('b', { replaceable: true, lane: 'lane:a', endpoint: 'things.update' }))
    expect(new Set([first.id, other.id, entity.id]).size).toBe(3)
  })

  it('replaces what only its photo has failed to go out of, and not what needs a person', async () => {
    const { fake, outbox } = fakeWorld()
    const bytes = new TextEncoder().encode('jpeg').buffer
    const photo = { hash: await fake.world.sha256(bytes), bytes, type: 'image/jpeg', meta: null }
    const edit = (name: string) => outbox.put(order('a', { input: { name }, photos: [photo], replaceable: true }))
    fake.answer = () => undefined
    const first = await edit('one')
    await outbox.wake('put')
    expect(await edit('two')).toMatchObject({ id: first.id, state: 'retry-wait' })
    fake.answer = () => reply(403, { error: 'No' })
    await outbox.wake('online')
    expect((await edit('three')).id).not.toBe(first.id)
    expect(states(fake.items())).toEqual(['needs-fix', 'queued'])
  })

  it('is done once where the answer to its commit is lost, whatever else is saved or sent before its repeat', async () => {
    const lost = Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' })
    const edit = (name: string) => order('a', { endpoint: 'things.update', input: { name }, replaceable: true })
    for (const meanwhile of ['saved', 'sent and tidied away'] as const) {
      let losing = false
      const { fake, outbox } = fakeWorld(createMemoryDb(), {
        exit() {
          if (losing) throw lost
          return undefined
        },
        async reopen() {
          losing = false
          if (meanwhile === 'saved') await outbox.put(order('a', { endpoint: 'things.comment', input: { name: 'between' } }))
          else {
            await outbox.wake('put')
            fake.db.tables.items.clear()
          }
        },
      })
      await outbox.put(edit('one'))
      losing = true
      await outbox.put(edit('two'))
      await outbox.wake('put')
      const names = fake.calls().map(({ input }) => (input as { name: string }).name)
      expect(names).toEqual(meanwhile === 'saved' ? ['two', 'between'] : ['two'])
    }
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

  it('are not awaited from something saved later, or two could wait for each other', async () => {
    const { fake, outbox } = fakeWorld()
    await outbox.put(order('ticket', { input: { inspection_id: ref('insp', 'id') } }))
    await outbox.put(order('insp'))
    await outbox.wake('put')
    expect((await outbox.list()).map(({ state, lastError }) => [state, lastError?.code])).toEqual([
      ['needs-fix', 'missing_ref'],
      ['sent', undefined],
    ])
    expect(fake.calls().length).toBe(1)
  })

  it('are not awaited from a receipt that gave none', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = (request) => reply(204, '', keyOfRequest(request))
    await outbox.put(order('insp'))
    await outbox.put(order('insp', { endpoint: 'things.update', input: { id: ref('insp', 'id') } }))
    await outbox.wake('put')
    expect((await outbox.list()).map(({ state }) => state)).toEqual(['sent', 'needs-fix'])
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

  it('do not take the place of what they depend on, nor of what that waits for', async () => {
    const { fake, outbox } = fakeWorld()
    fake.answer = () => undefined
    const save = (change = {}) => outbox.put(order('insp', { replaceable: true, ...change }))
    const first = await save()
    const last = await save({ dependsOn: [first.id] })
    const note = await outbox.put(order('note', { dependsOn: [last.id] }))
    const end = await save({ dependsOn: [note.id] })
    const ids = [first.id, last.id, note.id, end.id]
    expect(new Set(ids).size).toBe(4)
    // An item that depends on an earlier one still replaces the last one.
    expect((await save({ dependsOn: [note.id] })).id).toBe(end.id)
    fake.answer = accepted
    await outbox.wake('user')
    expect(fake.calls().map(keyOfRequest)).toEqual(ids)
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
    fake.answer = (request) => reply(200, { data: { rev: 2 } }, keyOfRequest(request))
    await outbox.put(order('ticket', { endpoint: 'things.update' }))
    await outbox.wake('put')
    expect(fake.row('refs', '7/ticket')!.values).toEqual({ id: 5, rev: 2 })
  })
})
