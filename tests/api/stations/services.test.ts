import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { available_services, station_services } from '../../../server/db/schema/stations/stations.ts'
import resource from '../../resources/stations/services.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeSample } from '../support/plain.ts'
import { inWorld } from '../support/world.ts'

test('services are found by the words of their category, and kept while a station has them', () =>
  inWorld(async ({ as, db }) => {
    const [writer, stranger] = [await as('admin'), await as('rete')]
    const { id } = await makeSample(writer, resource)
    const named = async (query: string) =>
      ((await stranger.get(`/available_services?${query}`)).body.data as { name: string }[]).map(({ name }) => name)
    // "Auto" is what is read; "auto" is only stored alike. "Ristoro e acquisti" is stored as "food".
    expect(await named('search=ristoro')).toEqual(['Bar', 'Ristoro', 'Tabacchi', 'Market', 'Edicola'])
    expect((await named('sort=category')).slice(0, 2)).not.toContain('Bar')
    const station = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_services).values({ station_id: station.id, available_service_id: id })
    expect(await writer.del(`/available_services/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'Il servizio è utilizzato da 1 punto vendita.' },
    })
    expect(((await writer.get('/available_services?search=gomme')).body.data as object[])[0]).toMatchObject({ id, stations_count: 1 })
    await writer.put(`/available_services/${id}`, { active: false, rev: 1 })
    // A record held by another table is refused in words too, even if the resource does not know that table.
    const held = (await writer.post('/available_services', { name: 'Deposito bagagli', category: 'auto', position: 9, active: true })).body
      .data.id
    await db.execute(sql`create table elsewhere (service_id int references ${available_services})`)
    await db.execute(sql`insert into elsewhere values (${held})`)
    expect(await writer.del(`/available_services/${held}`)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^Il record è collegato ad altri dati/) },
    })
    expect(await named('active=false')).toEqual(['Cambio gomme'])
  }))
