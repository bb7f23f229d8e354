import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { activity_log } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const newest = async (caller: Caller, query: string) => (await caller.get(`/models/history?${query}`)).body.data.data[0]
const compared = async (caller: Caller, id: number) => (await caller.get(`/models/history/${id}`)).body.data

test('without the right to change a record nothing is compared or reverted', () =>
  inWorld(async ({ as, db }) => {
    const [conti, rete, ivan] = [await as('contabilita'), await as('rete'), await as('ispettore')]
    const { id } = (await conti.post('/banks', { name: 'Banca Uno', note: 'prima' })).body.data
    await conti.edit(`/banks/${id}`, { note: 'dopo' })
    const change = await newest(conti, `model=bank&model_id=${id}&event=updated`)
    for (const [caller, status] of [
      [ivan, 403],
      [rete, 404],
    ] as const) {
      expect((await caller.get(`/models/history/${change.id}`)).status).toBe(status)
      expect((await caller.post(`/models/history/${change.id}/revert`, { fields: ['note'], rev: 2 })).status).toBe(status)
    }
    expect((await db.select().from(banks).where(eq(banks.id, id)))[0]).toMatchObject({ note: 'dopo', rev: 2 })
    expect((await rete.get('/models/history?model=bank')).body.data.total).toBe(0)
  }))

test('the history of a ticket is read by whoever reads the ticket: nothing of other people’s on the own station', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const [desk, area] = [await as('helpdesk'), await as('stazione')]
    const [given] = await db.select().from(station_acl).where(eq(station_acl.user_id, area.user_id)).limit(1)
    const [other, own] = [
      await openedBy(world, desk, { station_id: given!.station_id }),
      await openedBy(world, area, { station_id: given!.station_id }),
    ]
    const admin = await as('admin')
    const changeOf = async ({ id }: { id: number }) => (await newest(admin, `model=ticket&model_id=${id}`)).id
    const listed = (await area.get('/models/history?model=ticket')).body.data.data
    expect([...new Set(listed.map((row: { model_id: number }) => row.model_id))]).toEqual([own.id])
    expect((await area.get(`/models/history/${await changeOf(other)}`)).status).toBe(404)
    expect((await area.get(`/models/history/${await changeOf(own)}`)).status).toBe(200)
  }))

test('one field is reverted alone: later changes of other fields stay, and the revert is in the history as such', () =>
  inWorld(async ({ as, db }) => {
    const conti = await as('contabilita')
    const { id } = (await conti.post('/banks', { name: 'Banca Uno', note: 'prima', branch: 'Parma' })).body.data
    await conti.edit(`/banks/${id}`, { note: 'dopo', branch: 'Fidenza' })
    const change = await newest(conti, `model=bank&model_id=${id}`)
    await conti.edit(`/banks/${id}`, { contact: 'Sig. Rossi' })
    const before = await compared(conti, change.id)
    expect(before).toMatchObject({
      current: { note: 'dopo', contact: 'Sig. Rossi', rev: 3 },
      revertible: ['branch', 'note'],
      conflicts: [],
    })
    const answer = await conti.post(`/models/history/${change.id}/revert`, { fields: ['note'], rev: 3 })
    expect([answer.status, answer.body.message]).toEqual([200, 'Valori ripristinati'])
    expect(answer.body.data.current).toMatchObject({ note: 'prima', branch: 'Fidenza', contact: 'Sig. Rossi', rev: 4 })
    expect(await newest(conti, `model=bank&model_id=${id}`)).toMatchObject({
      ...{ event: 'restored', old: { note: 'dopo' }, new: { note: 'prima' }, user: { id: conti.user_id } },
    })
    const [told] = await db.select().from(activity_log).where(eq(activity_log.action, 'ripristino'))
    expect(told).toMatchObject({ entity: 'banks', entity_id: String(id), user_id: conti.user_id, status: 200 })
    // By field: the creation and what touched it.
    const of = async (field: string) =>
      (await conti.get(`/models/history?model=bank&model_id=${id}&field=${field}`)).body.data.data.map(({ event }: any) => event)
    expect(await of('note')).toEqual(['restored', 'updated', 'created'])
    expect(await of('contact')).toEqual(['updated'])
    expect(await of("x' or 1=1 --")).toEqual([])
  }))

test('a field changed since is a conflict with person and time; an unseen change in between is 409', () =>
  inWorld(async ({ as }) => {
    const [conti, admin] = [await as('contabilita'), await as('admin')]
    const { id } = (await conti.post('/banks', { name: 'Banca Uno', note: 'a', branch: 'Parma' })).body.data
    await conti.edit(`/banks/${id}`, { note: 'b', branch: 'Fidenza' })
    const change = await newest(conti, `model=bank&model_id=${id}`)
    await admin.edit(`/banks/${id}`, { note: 'c' })
    const seen = await compared(conti, change.id)
    expect(seen.conflicts).toEqual([{ field: 'note', user: { id: admin.user_id, name: expect.any(String) }, at: expect.any(String) }])
    await admin.edit(`/banks/${id}`, { note: 'd' })
    const late = await conti.post(`/models/history/${change.id}/revert`, { fields: ['note'], rev: seen.current.rev })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    // A person who has seen the warning may insist.
    const { current } = await compared(conti, change.id)
    const insisted = await conti.post(`/models/history/${change.id}/revert`, { fields: ['note', 'branch'], rev: current.rev })
    expect(insisted.body.data.current).toMatchObject({ note: 'a', branch: 'Parma' })
  }))

test("a revert restores the record's rows, and old values must pass today's rules", () =>
  inWorld(async ({ as }) => {
    const [conti, admin] = [await as('contabilita'), await as('admin')]
    const cards = [{ number: '1111', kind: 'aziendale', holder: 'Rossi' }]
    const made = await conti.post('/banks', { name: 'Banca Uno', cards })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    await conti.edit(`/banks/${id}`, { cards: [] })
    const change = await newest(conti, `model=bank&model_id=${id}`)
    const { rev } = (await compared(conti, change.id)).current
    const answer = await conti.post(`/models/history/${change.id}/revert`, { fields: ['cards'], rev })
    expect(answer.body.data.current.cards).toMatchObject([{ number: made.body.data.cards[0].number, holder: 'Rossi' }])

    const service = (await admin.post('/available_services', { name: 'Nome Uno', category: 'auto' })).body.data
    await admin.put(`/available_services/${service.id}`, { name: 'Nome Due', rev: service.rev })
    const renamed = await newest(admin, `model=available_service&model_id=${service.id}`)
    await admin.post('/available_services', { name: 'Nome Uno', category: 'auto' })
    const refused = await admin.post(`/models/history/${renamed.id}/revert`, { fields: ['name'], rev: service.rev + 1 })
    expect([refused.status, Object.keys(refused.body.error)]).toEqual([422, ['name']])
    const foreign = await admin.post(`/models/history/${renamed.id}/revert`, { fields: ['position'], rev: service.rev + 1 })
    expect([foreign.status, foreign.body.error]).toEqual([422, 'Questa modifica non riguarda: position.'])
  }))

test('nothing is reverted on a deleted or a just created record', () =>
  inWorld(async ({ as }) => {
    const conti = await as('contabilita')
    const { id } = (await conti.post('/banks', { name: 'Banca Uno', note: 'a' })).body.data
    const made = await newest(conti, `model=bank&model_id=${id}`)
    expect(await compared(conti, made.id)).toMatchObject({ old: null, current: { id }, revertible: [] })
    await conti.edit(`/banks/${id}`, { note: 'b' })
    const change = await newest(conti, `model=bank&model_id=${id}`)
    await conti.del(`/banks/${id}`)
    expect(await compared(conti, change.id)).toMatchObject({ current: null, readable: true, revertible: [] })
    const answer = await conti.post(`/models/history/${change.id}/revert`, { fields: ['note'], rev: 2 })
    expect([answer.status, answer.body.error]).toEqual([409, 'Il record è stato eliminato.'])
  }))

test('of a kind whose changes are only told, the comparison says that the record of today is not read', () =>
  inWorld(async (world) => {
    const desk = await world.as('helpdesk')
    const { id } = await openedBy(world, desk)
    const admin = await world.as('admin')
    const change = await newest(admin, `model=ticket&model_id=${id}`)
    expect(await compared(admin, change.id)).toMatchObject({ current: null, readable: false, revertible: [], conflicts: [] })
  }))

test('equipment is reverted only with write access to its station', () =>
  inWorld(async ({ as, db }) => {
    const stazione = await as('stazione')
    const [inside, outside] = [await makeStation(db, { code: 'ZH1' }), await makeStation(db, { code: 'ZH2' })]
    await assign(db, inside.id, stazione.user_id)
    const admin = await as('admin')
    const changed = async (station_id: number) => {
      const { id, rev } = (await admin.post('/station/fireext', { station_id, number: 'E1', location: 'ingresso' })).body.data
      await admin.put(`/station/fireext/${id}`, { location: 'cortile', rev })
      return newest(admin, `model=fire_extinguisher&model_id=${id}`)
    }
    const [mine, theirs] = [await changed(inside.id), await changed(outside.id)]
    expect((await stazione.get(`/models/history/${theirs.id}`)).status).toBe(404)
    const { current } = await compared(stazione, mine.id)
    const offered = async () => (await compared(stazione, mine.id)).revertible
    expect(await offered()).toEqual([])
    const revert = () => stazione.post(`/models/history/${mine.id}/revert`, { fields: ['location'], rev: current.rev })
    // Given to be read alone.
    expect((await revert()).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' }).where(eq(station_acl.user_id, stazione.user_id))
    expect(await offered()).toEqual(['location'])
    expect((await revert()).body.data.current).toMatchObject({ location: 'ingresso' })
  }))
