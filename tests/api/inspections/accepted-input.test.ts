import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { dayInRome } from '../../../server/domain/shared/rome-time.ts'
import { pdfImage } from '../../../server/lib/files/pdf-image.ts'
import { addDays, italianDay } from '../../../src/rules/shared/italian.ts'
import { makeStation } from '../support/fixtures.ts'
import { begin, GOOD, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const inHand = async ({ as, db }: World) => {
  const ivan = await as('ispettore')
  return { ivan, admin: await as('admin'), model_id: await makeModel(ivan, 'MAN'), station: await makeStation(db, { code: 'ZZ1' }) }
}
const TODAY = dayInRome(new Date())

it('a file that no answer names is reported with the verifica, one that was taken away on purpose is not', () =>
  inWorld(async (world) => {
    const { ivan, model_id, station } = await inHand(world)
    const { id, client_uuid } = await begin(ivan, model_id, station.id)
    const [named, forgotten, removed] = [randomUUID(), randomUUID(), randomUUID()]
    for (const [at, uuid] of [named, forgotten, removed].entries())
      expect((await send(ivan, client_uuid, await jpeg(at), { uuid, question: 'q_photo' })).status).toBe(201)
    const answers = { ...GOOD, q_photo: { v: [named] } }
    const done = await ivan.edit(`/inspection/${id}`, { answers, removed_files: [removed], status: 'completed' })
    expect(done.status).toBe(200)
    const { files } = (await ivan.get(`/inspection/${id}`)).body.data
    expect(files.filter(({ stray }: { stray: boolean }) => stray).map(({ uuid }: { uuid: string }) => uuid)).toEqual([forgotten])
  }))

it('a text over its limit is kept whole while the verifica is filled in, and asked to be shortened when it is completed', () =>
  inWorld(async (world) => {
    const { ivan, model_id, station } = await inHand(world)
    const { id } = await begin(ivan, model_id, station.id)
    const long = 'è'.repeat(5_000)
    const answers = { q_ok: { v: 'si', note: long }, q_bad: { v: 'no', nc: { severity: 'lieve', suggestion: long } }, q_why: { v: long } }
    const saved = await ivan.edit(`/inspection/${id}`, { answers, notes: 'x'.repeat(10_001), present: 'y'.repeat(300) })
    expect([saved.status, saved.body.data.answers.q_ok.note, saved.body.data.answers.q_why.v]).toEqual([200, long, long])
    const refused = await ivan.edit(`/inspection/${id}`, { status: 'completed' })
    expect(refused.body).toMatchObject({
      status: 422,
      error: {
        q_ok: 'Domanda q_ok: Il testo supera il limite: 5.000 di 2.000 caratteri.',
        q_bad: 'Domanda q_bad: Il testo supera il limite: 5.000 di 500 caratteri.',
        q_why: 'Domanda q_why: Il testo supera il limite: 5.000 di 200 caratteri.',
        notes: 'Note: Il testo supera il limite: 10.001 di 10.000 caratteri.',
        present: 'Presente: Il testo supera il limite: 300 di 255 caratteri.',
      },
    })
  }))

it('a non-conformity is to be resolved today or later, and reported by hand it keeps its pictures and its suggestion', () =>
  inWorld(async (world) => {
    const { ivan, model_id, station } = await inHand(world)
    const { id, client_uuid } = await begin(ivan, model_id, station.id)
    const picture = randomUUID()
    await send(ivan, client_uuid, await jpeg(), { uuid: picture, question: 'q_ok' })
    const nc = { severity: 'critica', note: 'Perde', suggestion: 'Chiamare il tecnico', photos: [picture] }
    const at = (deadline: string) =>
      ivan.edit(`/inspection/${id}`, { answers: { ...GOOD, q_ok: { v: 'si', nc: { ...nc, deadline } } }, status: 'completed' })
    expect((await at(addDays(TODAY, -1))).body.error).toEqual({
      q_ok: `Domanda q_ok: La data non può essere precedente al ${italianDay(TODAY)}.`,
    })
    expect((await at('31/1')).body.error).toEqual({ q_ok: 'Domanda q_ok: La data non è valida.' })
    expect((await at(TODAY)).status).toBe(200)
    const { data } = (await ivan.get(`/inspection/nc?inspection_id=${id}`)).body.data
    expect(data).toMatchObject([{ severity: 'critica', note: 'Perde', suggestion: nc.suggestion, photos: [picture], deadline: TODAY }])
  }))

it('a verifica is planned for today or later', () =>
  inWorld(async (world) => {
    const { admin, ivan, model_id, station } = await inHand(world)
    const plan = (scheduled_at: string) => ({ model_id, station_id: station.id, inspector_id: ivan.user_id, scheduled_at })
    const past = { scheduled_at: `La data non può essere precedente al ${italianDay(TODAY)}.` }
    expect((await admin.post('/inspection', plan(addDays(TODAY, -1)))).body.error).toEqual(past)
    const { id } = (await admin.post('/inspection', plan(TODAY))).body.data
    expect((await admin.edit(`/inspection/${id}`, { scheduled_at: '2020-01-01' })).body.error).toEqual(past)
    expect((await admin.edit(`/inspection/${id}`, { scheduled_at: addDays(TODAY, 3) })).status).toBe(200)
  }))

it('an original the device could not make smaller is taken whatever its size and kind, and can be printed', () =>
  inWorld(async (world) => {
    const { ivan, model_id, station } = await inHand(world)
    const { client_uuid } = await begin(ivan, model_id, station.id)
    const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#406080' } })
    const originals = {
      'grande.jpg': await plain(8_160, 6_120).jpeg().toBuffer(),
      'foto.webp': await plain(640, 480).webp().toBuffer(),
      'foto.png': await plain(5_100, 5_000).png().toBuffer(),
    }
    for (const [name, bytes] of Object.entries(originals)) {
      expect([name, (await send(ivan, client_uuid, bytes, {}, name)).status]).toEqual([name, 201])
      expect(await pdfImage(bytes)).not.toBeNull()
    }
  }))
