import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { resources } from '../../resources/registry.ts'
import { makeFuel, makeStation } from './fixtures.ts'
import { BAD, begin, jpeg, makeModel, send } from './inspection-fixtures.ts'
import { contractOf, makeCash, makeManagement, rossi, terms } from './management-fixtures.ts'
import { newNote, notePicture } from './note-fixtures.ts'
import { maintenancePicture, newMaintenance } from './tank-fixtures.ts'
import type { World } from './world.ts'

/** Of as many people as there are places. */
const FISCAL_CODES = ['RSSMRA85T10A562S', 'BNCNNA80A41F205U', 'VRDLCU90A01F205L']
const cover = () =>
  sharp({ create: { width: 700, height: 400, channels: 3, background: '#0b5563' } })
    .jpeg()
    .toBuffer()
interface Numbered {
  id: number
  rev: number
}

/** Stations that have one of everything that may stand on one, made by administrators and inspectors; each is known everywhere by a word of its own. */
export async function makePlaces<const N extends string>(world: World, words: Record<N, string>) {
  const { db, as } = world
  const [admin, ivan] = [await as('admin'), await as('ispettore')]
  const model = await makeModel(ivan, 'PLACES')
  const fuel = await makeFuel(db)
  async function place(word: string, at: number) {
    const row = { name: `${word} uno`, city: word, brand: word, region: word, maintenanceCompany: word, landlord: word, note: word }
    const { id } = await makeStation(db, { code: `ZZ${at}`, ...row, mise_id: 990_000 + at, latitude: 45, longitude: 9 })
    await db.insert(mimit_stations).values({ id: 990_000 + at, name: `Impianto ${word}`, search_text: 'impianto' })
    await db.insert(station_fuels).values({ station_id: id, fuel_id: fuel.id })
    const [price] = await db
      .insert(prices)
      .values({ station_id: id, fuel_id: fuel.id, mode: 'self', price: 1.789, valid_from: '2026-01-01T00:00:00Z' })
      .returning()
    const made = async (url: string, body: object) => {
      const answer = await admin.post(url, body)
      if (answer.status >= 300) throw new Error(`${url}: ${JSON.stringify(answer.body)}`)
      return answer.body.data
    }
    const pieces: Record<string, Numbered> = {}
    for (const { sample } of resources)
      if (sample?.onStation) {
        const { model, least } = sample.onStation
        pieces[model] = await made(sample.addresses.create, { station_id: id, ...least(word) })
      }
    const { id: extinguisher, rev: firstRev } = pieces.fire_extinguisher!
    pieces.fire_extinguisher = (
      await admin.put(`/station/fireext/${extinguisher}`, { location: `${word} in fondo`, rev: firstRev })
    ).body.data
    const changes = (await admin.get(`/models/history?model=fire_extinguisher&model_id=${extinguisher}`)).body.data.data
    const expiration: Numbered = await made('/expirations', {
      ...{ station_id: id, type: 'altro', message: `Scadenza ${word}`, date: '2027-03-01', periodicity: 'annual' },
    })
    const [certificate] = (
      await admin.upload(`/expirations/${expiration.id}/upload`, [{ name: `${word}.pdf`, bytes: Buffer.from('%PDF-1.4\n%%EOF') }])
    ).body.data
    const order: Numbered = await made('/ecommerce/order', {
      ...{ uuid: randomUUID(), station_id: id, rows: [{ product_id: 1, quantity: 1 }], note: word },
    })
    const [receipt] = (
      await admin.upload(`/ecommerce/order/${order.id}/upload`, [{ name: `${word}.pdf`, bytes: Buffer.from('%PDF-1.4\n%%EOF') }])
    ).body.data
    await admin.upload(`/stations/qr/${id}`, [], { name: `QR ${word}` })
    const competitor: Numbered = await made('/station/competitors', { name: word, brand: 'Q8', city: word, station_id: id })
    const [manual] = (
      await admin.upload(`/station/pieces/station_device/${pieces.station_device!.id}/upload`, [
        { name: `${word}.pdf`, bytes: Buffer.from('%PDF-1.4\n%%EOF') },
      ])
    ).body.data
    const { uuid: note, id: noteId } = (await newNote(admin, id, { text: word })).body.data
    const photo = await notePicture(admin, note)
    await admin.put(`/station/notes/${note}`, { photos: [photo], rev: 1 })
    const { uuid: maintenance, id: maintenanceId } = (await newMaintenance(admin, pieces.tank!.id, { note: word })).body.data
    const evidenceOfIt = await maintenancePicture(admin, maintenance)
    const [file] = (await admin.upload(`/stations/${id}/upload`, [{ name: `${word}.pdf`, bytes: Buffer.from('%PDF-1.4\n%%EOF') }])).body
      .data
    await admin.upload(`/stations/station-image/${id}`, [{ name: `${word}.jpg`, bytes: await cover() }])
    const { phones } = await made(`/stations/${id}/s/phones`, { phones: [{ number: '0524555000', label: word }], rev: 1 })
    const entries = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ mode: 'servito', weekday, open1: '08:00', close1: '12:00', note: word }))
    const { rev } = await made('/stations/detailed-openings', { station_id: id, rev: 2, entries })
    const inspection = await begin(ivan, model, id)
    const evidence = (await send(ivan, inspection.client_uuid, await jpeg(at), { question: 'q_photo' })).body.data
    await ivan.edit(`/inspection/${inspection.id}`, { answers: BAD, status: 'completed' })
    const [nc] = (await ivan.get(`/inspection/nc?inspection_id=${inspection.id}`)).body.data.data
    await world.prints()
    const [pdf] = (await ivan.get(`/inspection/${inspection.id}/pdfs`)).body.data
    const person = { ...rossi, fiscalCode: FISCAL_CODES[at]!, bornDate: null, lastname: word, email: `${word}@example.it`.toLowerCase() }
    const { manager, management } = await makeManagement(
      admin,
      id,
      { businessName: `${word} S.r.l.`, given_obligations: [{ obligation_id: 1, due_date: '2026-12-31' }] },
      person,
    )
    const cash = await makeCash(admin, management.id)
    await made('/management-remuneration', { ...terms, valid_from: '2026-01-01', management_id: management.id })
    const version: Numbered = await made('/management-remuneration', { ...terms, valid_from: '2026-06-01', management_id: management.id })
    const [obligation] = (await admin.get(`/management-obligations?management_id=${management.id}`)).body.data
    const later = { from: '2050-01-01', expirationManager: '2056-01-01' }
    const bare: Numbered = await made('/managements', contractOf(id, manager.id, later))
    const employee: Numbered = await made('/managers/station-employee', { ...person, manager_id: manager.id, station_id: id })
    return {
      ...{ id, rev: rev as number, word, code: `ZZ${at}`, mise_id: 990_000 + at },
      ...{
        pieces,
        expiration,
        certificate: certificate.id as number,
        order,
        receipt: receipt.id as number,
        fuel: fuel.id,
        price: price!.id,
        competitor,
        manual: manual.id as number,
        note,
        noteId: noteId as number,
        maintenance: { uuid: maintenance as string, id: maintenanceId as number, photo: evidenceOfIt },
        photo,
        file: file.id as number,
        phone: phones[0].id as number,
        change: changes[0].id as number,
      },
      ...{ manager, management, cash, remuneration: version, obligation: obligation.id as number, bare_management: bare, employee },
      ...{ inspection: inspection.id as number, nc: nc as Numbered, pdf: pdf.id as number, evidence: evidence.uuid as string },
    }
  }
  type Place = Awaited<ReturnType<typeof place>>
  const places: [string, Place][] = []
  for (const [at, [name, word]] of Object.entries<string>(words).entries()) places.push([name, await place(word, at)])
  return Object.fromEntries(places) as Record<N, Place>
}
export type Place = Awaited<ReturnType<typeof makePlaces<'one'>>>['one']
