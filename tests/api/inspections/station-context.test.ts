import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { fire_extinguishers, tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { fuels, prices, stations } from '../../../server/db/schema/stations/stations.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { sha256 as hashOf } from '../../../server/lib/files/files.ts'
import { hasPdfToText, words } from '../../pdf/pdf-text.ts'
import { makeStation } from '../support/fixtures.ts'
import { begin, completed, GOOD, makeModel } from '../support/inspection-fixtures.ts'
import { atTime, type Caller, inWorld } from '../support/world.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const at = () => new Date(NOW)
const categories = [
  { key: 'c_all', name: 'Tutto', questions: [{ key: 'q_ok', label: 'In ordine?', type: 'yes_no_na' }] },
  {
    key: 'c_ext',
    name: 'Estintori',
    repeat: { source: 'fire_extinguishers', label: 'Estintore' },
    questions: [{ key: 'q_ext', label: 'Carico?', type: 'yes_no_na' }],
  },
]
/** A station with one extinguisher, and a model that asks for each. */
async function scene(caller: Caller, db: Db) {
  const station = await makeStation(db, { code: 'ZZ1' })
  const [piece] = await db.insert(fire_extinguishers).values({ station_id: station.id, number: 'EX9', location: 'Isola 1' }).returning()
  return { station, piece: piece!, model: await makeModel(caller, 'ATT', { categories }) }
}
const contextOf = async (caller: Caller, station_id: number) =>
  (await caller.get(`/inspection/context?station_id=${station_id}`)).body.data.context
const slimOf = async (caller: Caller, station_id: number) => {
  const { at, stations } = (await caller.get('/inspection/offline/equipment')).body.data
  const { proof, context } = stations.find(({ id }: { id: number }) => id === station_id)
  return { ...context, origin: { kind: 'known', at, proof } }
}

test('equipment and prices of all stations for the device, as they are asked for one by one; what it has is not sent again', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const { station } = await scene(ivan, db)
    const gone = await makeStation(db, { code: 'ZZ2', deleted_at: NOW })
    const first = (await ivan.get('/inspection/offline/equipment')).body.data
    expect(await slimOf(ivan, station.id)).toEqual(await contextOf(ivan, station.id))
    expect(first.stations.some(({ id }: { id: number }) => id === gone.id)).toBe(false)
    expect(first.stations.filter(({ id }: { id: number }) => !(id > 0))).toEqual([])
    const again = (await ivan.get(`/inspection/offline/equipment?version=${first.version}`)).body.data
    expect(again).toEqual({ version: first.version, at: NOW, stations: null })
    await db.insert(fire_extinguishers).values({ station_id: station.id, number: 'EX10' })
    const next = (await ivan.get(`/inspection/offline/equipment?version=${first.version}`)).body.data
    expect(next.stations).toHaveLength(first.stations.length)
  }, at))

test('what is kept of equipment and prices for the next who asks is never older than the last change, whatever and whoever made it', () =>
  atTime(async ({ as, db }, clock) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const { station, piece } = await scene(ivan, db)
    const [fuel] = await db.select().from(fuels).limit(1)
    const price = (from: number, amount: number) => ({
      ...{ station_id: station.id, fuel_id: fuel!.id, mode: 'self' as const, price: amount },
      valid_from: new Date(clock.now + from).toISOString(),
    })
    await db.insert(prices).values(price(86_400_000, 1.702))
    let version = ''
    const ask = async (caller: Caller) => (await caller.get(`/inspection/offline/equipment?version=${version}`)).body.data
    const reads = vi.spyOn(db, 'select')
    const cost = async () => {
      reads.mockClear()
      const { stations } = await ask(irene)
      return { stations, reads: reads.mock.calls.length }
    }
    await ask(ivan)
    await db.insert(tanks).values({ station_id: station.id })
    const made = await cost()
    version = (await ask(ivan)).version
    const again = await cost()
    expect(again.stations).toBeNull()
    expect(again.reads).toBeLessThan(made.reads)
    const changes: [string, () => unknown][] = [
      ['added', () => db.insert(tanks).values({ station_id: station.id })],
      ['changed', () => db.update(fire_extinguishers).set({ location: 'Chiosco' }).where(eq(fire_extinguishers.id, piece.id))],
      ['changed again', () => db.update(fire_extinguishers).set({ location: 'Isola 2' }).where(eq(fire_extinguishers.id, piece.id))],
      ['taken away', () => db.delete(fire_extinguishers).where(eq(fire_extinguishers.id, piece.id))],
      ['a price', () => db.insert(prices).values(price(-1000, 1.701))],
      ['a price that has been waiting', () => (clock.now += 90_000_000)],
      ['the station', () => db.update(stations).set({ self: false, serve: true }).where(eq(stations.id, station.id))],
      ['a fuel', () => db.update(fuels).set({ name: 'Benzina nuova' }).where(eq(fuels.id, fuel!.id))],
    ]
    for (const [name, change] of changes) {
      await change()
      // Days pass in between: the sessions have ended.
      const caller = await as('ispettore')
      const next = await ask(caller)
      expect(next.stations, name).not.toBeNull()
      version = next.version
      const { proof, context } = next.stations.find(({ id }: { id: number }) => id === station.id)
      const origin = { kind: 'known', at: new Date(clock.now).toISOString(), proof }
      expect({ ...context, origin }, name).toEqual(await contextOf(caller, station.id))
      expect((await ask(caller)).stations, name).toBeNull()
    }
  }))

test('a context the server gave counts, months later and whatever became of the station; one it never gave is refused', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const { station, model, piece } = await scene(ivan, db)
    const given = await slimOf(ivan, station.id)
    await db.delete(fire_extinguishers).where(eq(fire_extinguishers.id, piece.id))
    const made = await begin(ivan, model, station.id, { context: given })
    expect((await ivan.get(`/inspection/${made.id}`)).body.data.context).toMatchObject({
      equipment: { fire_extinguishers: [{ id: piece.id }] },
      origin: { kind: 'known', at: NOW },
    })
    const refused = async (context: object, station_id = station.id) =>
      (await ivan.post('/inspection', { model_id: model, station_id, context })).body
    const wrong = { code: 'context_unproven', status: 422 }
    expect(await refused({ ...given, equipment: { fire_extinguishers: [] } })).toMatchObject(wrong)
    expect(await refused({ ...given, prices: [{ fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1 }] })).toMatchObject(wrong)
    expect(await refused({ ...given, origin: { kind: 'known', at: NOW } })).toMatchObject(wrong)
    expect(await refused(given, (await makeStation(db, { code: 'ZZ3' })).id)).toMatchObject(wrong)
    expect(
      (await ivan.edit(`/inspection/${made.id}`, { context: { ...given, prices: [{ fuel_id: 1, fuel: 'B', mode: 'self', price: 1 }] } }))
        .body,
    ).toMatchObject(wrong)
  }, at))

test('begun without knowing the station: incomplete, not approved, resumed by its inspector alone, asked for what was missing, then judged', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, rete, admin] = [await as('ispettore'), await as('rete'), await as('admin')]
    const { station, model, piece } = await scene(ivan, db)
    await db.update(stations).set({ area_manager_id: rete.user_id }).where(eq(stations.id, station.id))
    const context = { facts: {}, origin: { kind: 'unknown' } }
    const { id } = await begin(ivan, model, station.id, { context, answers: { q_ok: { v: 'si' } }, open: [] })
    const done = await ivan.edit(`/inspection/${id}`, { status: 'completed' })
    expect(done.body.data).toMatchObject({ status: 'completed', score: null, outcome: 'incompleta' })
    expect((await ivan.get('/inspection?outcome=incompleta')).body.data.data.map((row: { id: number }) => row.id)).toEqual([id])
    const printed = async () => words((await ivan.get(`/inspection/export/pdf/${id}`)).bytes)
    if (hasPdfToText) {
      const text = await printed()
      expect(text).toContain('Incompleta')
      expect(text).toContain('Non verificati: Estintori. I dati del punto vendita non erano noti al momento della verifica.')
      expect(text).not.toContain('Nessuna attrezzatura')
    }
    expect((await rete.post(`/inspection/${id}/approve`)).body).toMatchObject({
      status: 409,
      error: 'La verifica è incompleta: va completata prima di approvarla.',
    })
    expect((await rete.put(`/inspection/${id}`, { rev: 1, status: 'draft' })).status).toBe(403)
    expect((await admin.edit(`/inspection/${id}`, { status: 'draft' })).status).toBe(403)
    expect((await ivan.edit(`/inspection/${id}`, { answers: { q_ok: { v: 'no' } } })).body).toMatchObject({ status: 409, code: 'locked' })

    const again = await ivan.edit(`/inspection/${id}`, { status: 'draft' })
    expect(again.body.data).toMatchObject({ status: 'draft', outcome: null, completed_at: null, id_number: done.body.data.id_number })
    const learned = await contextOf(ivan, station.id)
    const lacking = await ivan.edit(`/inspection/${id}`, { context: learned, status: 'completed' })
    expect(lacking.body.error).toEqual({ [`q_ext#ext-${piece.id}`]: 'Estintore 1 · Isola 1 · matr. EX9: Carico?: Manca la risposta.' })
    const answers = { [`q_ext#ext-${piece.id}`]: { v: 'no' } }
    const whole = await ivan.edit(`/inspection/${id}`, { context: learned, answers, status: 'completed' })
    expect(whole.body.data).toMatchObject({ status: 'completed', score: 50, outcome: 'non_conforme' })
    if (hasPdfToText) expect(await printed()).toContain('Estintore 1 · Isola 1 · matr. EX9')
    expect((await ivan.edit(`/inspection/${id}`, { status: 'draft' })).body).toMatchObject({ status: 409, code: 'locked' })
  }, at))

test('rows written down by hand are kept and marked, beside the known ones once there are some', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const { station, model, piece } = await scene(ivan, db)
    const row = { id: 900_000_000_001, label: 'Estintore · cabina · matr. X1', number: 'X1', by_hand: true }
    const byHand = { facts: {}, equipment: { fire_extinguishers: [row] }, origin: { kind: 'unknown' } }
    const { id } = await begin(ivan, model, station.id, { context: byHand })
    expect((await ivan.get(`/inspection/${id}`)).body.data.context).toMatchObject({
      equipment: { fire_extinguishers: [row] },
      origin: { kind: 'by_hand' },
    })
    const known = await contextOf(ivan, station.id)
    const both = { ...known, equipment: { ...known.equipment, fire_extinguishers: [...known.equipment.fire_extinguishers, row] } }
    const answers = { q_ok: { v: 'si' }, [`q_ext#ext-${row.id}`]: { v: 'si' }, [`q_ext#ext-${piece.id}`]: { v: 'si' } }
    const done = await ivan.edit(`/inspection/${id}`, { context: both, answers, status: 'completed' })
    expect(done.body.data).toMatchObject({ score: 100, outcome: 'conforme', sections: { c_ext: { total: 2 } } })
  }, at))

test('what a device says nothing about is believed where it is what the server knows too, else it is unknown', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const { station, model } = await scene(ivan, db)
    const { origin: _, ...plain } = await contextOf(ivan, station.id)
    const stored = async (context: object) =>
      (await ivan.get(`/inspection/${(await begin(ivan, model, station.id, { context })).id}`)).body.data.context.origin
    expect(await stored(plain)).toMatchObject({ kind: 'known', at: NOW })
    expect(await stored({ ...plain, equipment: {} })).toEqual({ kind: 'unknown' })
  }, at))

test('what is known of a station holds its last verbali, the newest first, as far as the person may open them', () =>
  atTime(async ({ as, db, prints }, clock) => {
    const [ivan, irene, admin] = [await as('ispettore'), await as('ispettore2'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(admin, 'VER')
    const made = []
    for (const caller of [ivan, irene, ivan]) {
      clock.now += 60_000
      made.push(await completed(caller, model, station.id, GOOD))
    }
    await begin(ivan, model, station.id)
    const [first, hers, last] = made
    const verbali = async (caller: Caller) =>
      (await caller.get(`/inspection/context?station_id=${station.id}`)).body.data.verbali as { id: number }[]
    const ids = async (caller: Caller) => (await verbali(caller)).map(({ id }) => id)
    expect(await ids(ivan)).toEqual([last.id, first.id])
    expect(await ids(irene)).toEqual([hers.id])
    expect(await ids(admin)).toEqual([last.id, hers.id, first.id])
    const row = { model_name: 'Modello VER', score: 100, outcome: 'conforme', id_year: last.id_year, id_number: last.id_number }
    expect((await verbali(ivan))[0]).toMatchObject({ ...row, completed_at: last.completed_at, size: null, sha256: null })
    await prints()
    for (const { id, size, sha256 } of (await verbali(ivan)) as { id: number; size: number; sha256: string }[]) {
      const { bytes } = await ivan.get(`/inspection/export/pdf/${id}`)
      expect({ size, sha256 }).toEqual({ size: bytes.length, sha256: hashOf(bytes) })
    }
    // Taken up again it has no verbale in force.
    await admin.post(`/inspection/${last.id}/reopen`, { reason: 'Da rivedere' })
    expect(await ids(ivan)).toEqual([first.id])
    const [{ id: _, ...one } = { id: 0 }] = await db.select().from(inspections).where(eq(inspections.id, hers.id))
    const copies = Array.from({ length: 11 }, (_, n) => ({ ...one, client_uuid: randomUUID(), id_number: 90_000 + n }))
    await db.insert(inspections).values(copies as (typeof inspections.$inferInsert)[])
    expect(await ids(irene)).toHaveLength(10)
  }))
