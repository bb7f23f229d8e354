import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../../../server/db/schema/core/system.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

async function scene({ as, db }: World) {
  const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
  return { here, there, admin: await as('admin'), rete: await as('rete'), ivan: await as('ispettore') }
}

test('a piece has its own files, guarded by its policies, and deleted with it', () =>
  inWorld(async (world) => {
    const { admin, rete, ivan, here, there, db } = { ...(await scene(world)), db: world.db }
    const { id } = (await admin.post('/station/devices', { station_id: here.id, number: 'DVR-1', type: 'dvr' })).body.data
    const of = `/station/pieces/station_device/${id}`
    const pdf = [{ name: 'manuale.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }]
    expect((await ivan.upload(`${of}/upload`, pdf)).status).toBe(403)
    expect((await rete.upload(`${of}/upload`, pdf)).status).toBe(404)
    expect((await admin.upload(`${of}/upload`, [])).body.error).toBe('Assicurati di aver selezionato dei file')
    const [file] = (await admin.upload(`${of}/upload`, pdf)).body.data
    expect((await ivan.get(of)).body.data).toMatchObject({
      files: [{ id: file.id, name: 'manuale.pdf' }],
      answers: [],
      tickets: [],
      writable: false,
    })
    expect((await admin.get(of)).body.data.writable).toBe(true)
    expect((await rete.get(of)).status).toBe(404)
    expect((await ivan.get(`${of}/files/${file.id}`)).status).toBe(200)
    // A file is not found under another piece or another kind with the same id.
    const other = (await admin.post('/station/devices', { station_id: there.id, number: 'DVR-2', type: 'dvr' })).body.data
    expect((await admin.get(`/station/pieces/station_device/${other.id}/files/${file.id}`)).status).toBe(404)
    expect((await admin.get(`/station/pieces/forno/${id}`)).body.error).toEqual({ kind: 'Il tipo di attrezzatura non è ammesso.' })
    expect((await ivan.del(`${of}/files/${file.id}`)).status).toBe(403)
    const made = (await admin.post('/bank/pos', { station_id: here.id, tml: 'ZZPIECE' })).body.data
    expect((await ivan.get(`/station/pieces/pos/${made.id}`)).status).toBe(403)
    expect((await admin.del(`/station/pieces/station_device/${id}/files/${file.id}`)).status).toBe(204)
    await admin.upload(`${of}/upload`, pdf)
    expect((await admin.del(`/station/devices/${here.id}/${id}`)).status).toBe(204)
    expect(await db.$count(files, and(eq(files.owner_type, 'station_device'), eq(files.owner_id, id)))).toBe(0)
    expect((await admin.get(of)).status).toBe(404)
  }))

test('a piece shows answers of closed inspections and tickets to callers who may read them', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [admin, ivan, addetto] = [await as('admin'), await as('ispettore'), await as('addetto')]
    const [row] = await db
      .select({ station: inspections.station_id, key: sql<string>`said.key`, year: inspections.id_year, number: inspections.id_number })
      .from(inspections)
      .innerJoin(sql`jsonb_each(${inspections.answers}) said`, sql`said.key like '%#dsp-%' and said.value ->> 'v' is not null`)
      .where(eq(inspections.status, 'completed'))
      .limit(1)
    const id = Number(row!.key.split('-').at(-1))
    const told = (await admin.get(`/station/pieces/dispenser/${id}`)).body.data.answers
    expect(told).toContainEqual(expect.objectContaining({ inspection: `${row!.year}-${row!.number}`, question: expect.any(String) }))
    expect(told.every(({ text, note, photos }: { text: string; note: string | null; photos: number }) => text || note || photos)).toBe(true)
    await db.insert(station_acl).values({ station_id: row!.station, user_id: addetto.user_id, level: 'read' }).onConflictDoNothing()
    expect((await addetto.get(`/station/pieces/dispenser/${id}`)).body.data).toMatchObject({ answers: [] })

    const ticket = {
      ...{
        id_year: 2031,
        id_number: 7,
        category_id: 1,
        station_id: row!.station,
        subject: 'Display spento',
        description: 'x',
        priority: 2,
      },
      ...{ requester_id: ivan.user_id, source: 'web' as const, due_at: '2031-01-01T00:00:00.000Z', uid: 'prova-7' },
    }
    await db.insert(tickets).values({ ...ticket, equipment: { type: 'dispenser', id, label: 'Erogatore' } })
    const seen = async (caller: typeof admin) => (await caller.get(`/station/pieces/dispenser/${id}`)).body.data.tickets
    expect(await seen(admin)).toMatchObject([{ number: '2031/7', subject: 'Display spento', status_id: 1 }])
    expect(await seen(ivan)).toHaveLength(1)
    expect(await seen(addetto)).toEqual([])
  }))
