import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import fireExtinguishers from '../../resources/equipment/fire-extinguishers.ts'
import oilSeparators from '../../resources/equipment/oil-separators.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeSample } from '../support/plain.ts'
import { inWorld } from '../support/world.ts'

test('extinguishers of a station: where the person may write, one serial a station, and not those of another', () =>
  inWorld(async ({ as, db }) => {
    const [writer, rete] = [await as('admin'), await as('rete')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const { id } = await makeSample(writer, fireExtinguishers, here.id)
    expect((await writer.post('/station/fireext', { number: 'EX-1', station_id: there.id })).status).toBe(201)
    expect((await writer.get(`/station/fireext/${here.id}?search=CO₂`)).body.data).toMatchObject([{ id }])
    expect((await writer.get(`/station/fireext/${there.id}`)).body.data).toHaveLength(1)
    // Named under another station it is not there.
    expect((await writer.del(`/station/fireext/${there.id}/${id}`)).status).toBe(204)
    // Out of reach: not there. Given to read: read, and no more. Given to write: written.
    expect((await rete.get(`/station/fireext/${here.id}`)).status).toBe(404)
    const write = () => rete.put(`/station/fireext/${id}`, { location: 'Mio', rev: 1 })
    expect((await write()).status).toBe(404)
    await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'read' })
    expect((await rete.get(`/station/fireext/${here.id}`)).body.data).toMatchObject([{ id, location: 'Isola 1' }])
    expect((await write()).status).toBe(403)
    expect((await rete.del(`/station/fireext/${here.id}/${id}`)).status).toBe(403)
    expect((await rete.post('/station/fireext', { number: 'EX-2', station_id: here.id })).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' })
    expect((await write()).status).toBe(200)
    expect((await rete.get(`/station/fireext/${here.id}`)).body.data).toMatchObject([{ id, location: 'Mio', rev: 2 }])
  }))

test('oil separators of a station: one serial a station, emptied a year after the last time, written where the person may', () =>
  inWorld(async ({ as, db }) => {
    const [writer, rete] = [await as('admin'), await as('rete')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const { id } = await makeSample(writer, oilSeparators, here.id)
    expect((await writer.get(`/station/oilseparator/${here.id}?search=pioggia`)).body.data).toMatchObject([
      { id, next_cleaning: '2027-03-31' },
    ])
    const made = (await writer.post('/station/oilseparator', { number: 'DS-1', station_id: there.id, next_cleaning: '2026-12-01' })).body
      .data
    expect(made).toMatchObject({ last_cleaning: null, next_cleaning: '2026-12-01' })
    expect((await writer.del(`/station/oilseparator/${there.id}/${id}`)).status).toBe(204)
    const write = () => rete.put(`/station/oilseparator/${id}`, { brand: 'Idroclean', rev: 1 })
    expect((await write()).status).toBe(404)
    await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'read' })
    expect((await write()).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' })
    expect((await write()).status).toBe(200)
  }))
