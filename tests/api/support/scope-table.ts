import { randomUUID } from 'node:crypto'
import * as xlsx from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { station_phones } from '../../../server/db/schema/stations/station-sets.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { jpeg } from './inspection-fixtures.ts'
import type { Place } from './places.ts'
import { scopeOfCodes } from './scope-codes.ts'
import { competitorScope } from './scope-competitors.ts'
import { equipmentScope } from './scope-equipment.ts'
import { apart, type Met, pdf, tells } from './scope-met.ts'

const wholeNetwork = apart('of the whole network by domain.md 4.5 (ALL): who may is not bound to stations')
const ofPerson = apart('of the person alone')
const ofTickets = apart('tickets have a scope of their own (domain.md 4.3, TKT), tried in tickets.test.ts and ticket-replies.test.ts')
const settings = apart('settings of the whole network')
const ownJob = apart('a job is for who started it (jobs.test.ts); what it may reach is asked when it runs')

const picture = await sharp({ create: { width: 700, height: 400, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer()
const photo = await jpeg(7)
/** A set of rows, none of which is there. */
const set = (name: string): Met => ({ at: ({ id, rev }) => ({ url: `/stations/${id}/s/${name}`, body: { rev, [name]: [] } }) })
const line = { columns: ['code', 'name', 'address', 'cap', 'city', 'province'] }
const sheet = ({ code }: Place) => ({ ...line, lines: [{ line: 2, cells: [code, 'Cambiata', 'Via Roma 1', '43036', 'Fidenza', 'PR'] }] })
const newSheet = { ...line, lines: [{ line: 2, cells: ['ZZNEW', 'Nuova', 'Via Roma 1', '43036', 'Fidenza', 'PR'] }] }
const station = { name: 'Nuova', address: 'Via Roma 1', cap: '43036', city: 'Fidenza', province: 'PR', status: 'opening' }

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)

/** Lists that the server writes as files, with a column that names the station, and who reads them. */
const written = [
  ['stations.list', 'Nome', 'net.field'],
  ['inspections.list', 'Punto vendita', 'insp.read'],
] as const

/** Prices on paper, of one station and of the network, now and of the day they were in force from. */
const TODAY = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
const paperOf = (path: string): Met => ({
  at: ({ id }) => ({ url: path.replace('{id}', String(id)).replace('{date}', TODAY) }),
})
const networkPaper = (path: string): Met => ({
  async also(who, places) {
    const { status, bytes } = await who.caller.get(path.replace('{date}', TODAY))
    if (status !== 200) return `is answered with ${status}`
    return hasPdfToText && tells(letters(bytes), places)
  },
})
const papers: Readonly<Record<string, Met>> = {
  'GET /prices/stations/pdf/{id}': paperOf('/prices/stations/pdf/{id}'),
  'GET /prices/stations/pdf/{id}/{date}': paperOf('/prices/stations/pdf/{id}/{date}'),
  'GET /prices/stations/pdf/multi': networkPaper('/prices/stations/pdf/multi'),
  'GET /prices/stations/pdf/multi/{date}': networkPaper('/prices/stations/pdf/multi/{date}'),
  'GET /prices/stations/pdf/single/{id}': paperOf('/prices/stations/pdf/single/{id}'),
  'GET /prices/stations/pdf/single/{id}/{date}': paperOf('/prices/stations/pdf/single/{id}/{date}'),
}
/** By call. */
export const scopeTable: Readonly<Record<string, Met>> = {
  ...scopeOfCodes,
  'GET /stations': { list: ({ word }) => [`search=${word}`] },
  'GET /stations/map': { list: ({ word }) => [`search=${word}`] },
  'GET /stations/directory': { list: ({ word }) => [`search=${word}`] },
  'GET /stations/detailed-openings': {
    list: ({ word }) => [`search=${word}`],
    // Hours are public: who reads them for another reason than the roles of the network reads them all (domain.md 4.5).
    all: (who) => !allows('net.read', who),
  },
  'GET /stations/detailed-openings/pdf': {
    async also(who, places) {
      const { status, bytes } = await who.caller.get('/stations/detailed-openings/pdf?search=uno')
      if (status !== 200) return `is answered with ${status}`
      if (!hasPdfToText) return false
      const text = letters(bytes)
      return allows('net.read', who) ? tells(text, places) : !text.includes(places.foreign.word) && 'does not tell of all stations'
    },
  },
  ...papers,
  'GET /search': {
    async also(who, { own, read, foreign }) {
      const finds = async ({ word }: Place) => {
        const found: { total: number }[] = (await who.caller.get(`/search?search=${word}`)).body.data
        return found.some(({ total }) => total > 0)
      }
      if (await finds(foreign)) return 'finds a station that is not one of theirs, or what stands there'
      return allows('net.field', who) && !((await finds(own)) && (await finds(read))) && 'does not find their stations'
    },
  },
  'GET /suggestions/stations': { list: ({ word }) => [`value=${word}`] },
  'GET /inspection': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /inspection/nc': { list: ({ id, inspection }) => [`station=${id}`, `station_id=${id}`, `inspection_id=${inspection}`] },
  'GET /models/history': {
    list: ({ id, extinguisher, separator, device, dispenser, router, noteId }) => [
      ...[`model=station_phones&model_id=${id}`, `model=station_detailed_openings&model_id=${id}`],
      ...[`model=fire_extinguisher&model_id=${extinguisher.id}`, `model=oil_separator&model_id=${separator.id}`],
      ...[`model=station_device&model_id=${device.id}`, `model=dispenser&model_id=${dispenser.id}`],
      `model=network_device&model_id=${router.id}`,
      `model=station_note&model_id=${noteId}`,
    ],
    only: 'net.write',
  },
  'GET /mimit/stations': {
    async also({ caller }, { own, read, foreign }) {
      const rows: { id: number; station_id: number | null }[] = (await caller.get('/mimit/stations?search=impianto&per_page=100')).body.data
        .data
      const mine = (at: Place) => rows.find(({ id }) => id === at.mise_id)!.station_id
      return (
        (mine(own) !== own.id || mine(read) !== read.id || mine(foreign) !== null) && 'says which of the register are ours beyond theirs'
      )
    },
  },
  'GET /counters/station': {
    also: async ({ caller }) => (await caller.get('/counters/station')).body.data.stations !== 2 && 'counts other stations than theirs',
  },
  'GET /dashboard/charts': {
    async also({ caller }) {
      const { stations } = (await caller.get('/dashboard/charts')).body.data
      return stations && sumOf(stations) !== 2 && 'counts other stations than theirs'
    },
  },

  'GET /stations/{id}': { at: ({ id }) => ({ url: `/stations/${id}` }) },
  'GET /prices': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /prices/station/{id}': { at: ({ id }) => ({ url: `/prices/station/${id}` }) },
  'GET /prices/station/{id}/means': { at: ({ id }) => ({ url: `/prices/station/${id}/means` }) },
  'GET /prices/{id}': { at: ({ price }) => ({ url: `/prices/${price}` }) },
  'GET /stations/{id}/prices': { at: ({ id }) => ({ url: `/stations/${id}/prices` }) },
  'GET /stations/{id}/notes': { at: ({ id }) => ({ url: `/stations/${id}/notes` }) },
  'GET /stations/{id}/files': { at: ({ id }) => ({ url: `/stations/${id}/files` }) },
  'GET /stations/download/{id}': { at: ({ file }) => ({ url: `/stations/download/${file}` }) },
  'GET /stations/station-image/{stationId}': { at: ({ id }) => ({ url: `/stations/station-image/${id}` }) },
  'GET /stations/station-image/{stationId}/{width}': { at: ({ id }) => ({ url: `/stations/station-image/${id}/320` }) },
  'GET /station/tanks/{id}': { at: ({ id }) => ({ url: `/station/tanks/${id}` }) },
  'GET /station/tanks': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /station/tanks/capacity': {
    async also({ caller }) {
      const rows: { tanks: number; capacity: number }[] = (await caller.get('/station/tanks/capacity')).body.data
      return rows.reduce((sum, row) => sum + row.tanks, 0) !== 2 && 'sums other stations than theirs'
    },
  },
  'GET /stations/{id}/tanks/maintenances': { at: ({ id }) => ({ url: `/stations/${id}/tanks/maintenances` }) },
  'GET /station/tanks/maintenances/files/{uuid}': {
    at: ({ maintenance }) => ({ url: `/station/tanks/maintenances/files/${maintenance.photo}` }),
  },
  'GET /station/notes/files/{uuid}': { at: (at) => ({ url: `/station/notes/files/${at.photo}` }) },
  'GET /models/history/{id}': { at: ({ change }) => ({ url: `/models/history/${change}` }), only: 'net.write' },
  'GET /inspection/{id}': { at: ({ inspection }) => ({ url: `/inspection/${inspection}` }) },
  'GET /inspection/{id}/pdfs': { at: ({ inspection }) => ({ url: `/inspection/${inspection}/pdfs` }) },
  'GET /inspection/{id}/pdfs/{pdfId}': { at: ({ inspection }, of) => ({ url: `/inspection/${inspection}/pdfs/${of.pdf}` }) },
  'GET /inspection/export/pdf/{id}': { at: ({ inspection }) => ({ url: `/inspection/export/pdf/${inspection}` }) },
  'GET /inspection/files/{uuid}': { at: ({ evidence }) => ({ url: `/inspection/files/${evidence}` }) },

  ...competitorScope,
  ...equipmentScope,
  'PUT /stations/{id}': { at: ({ id, rev }) => ({ url: `/stations/${id}`, body: { rev, note: 'Altra' } }) },
  'POST /stations/status/{id}': {
    at: ({ id }) => ({ url: `/stations/status/${id}`, body: { status: 'temporarily_closed', reason: 'Lavori' } }),
  },
  'POST /stations/{id}/s/phones': {
    ...set('phones'),
    // A row that the station does not have is a new one of it, whoever has another of that number.
    async also({ caller }, { own, foreign }, { db }) {
      const phones = [{ id: foreign.phone, number: '0524555111' }]
      await caller.post(`/stations/${own.id}/s/phones`, { rev: own.rev, phones })
      const [theirs] = await db.select().from(station_phones).where(eq(station_phones.id, foreign.phone))
      return (theirs?.station_id !== foreign.id || theirs.label !== foreign.word) && "changes another's"
    },
  },
  'POST /stations/{id}/s/fuels': set('fuels'),
  'POST /stations/{id}/s/services': set('services'),
  'POST /stations/{id}/s/networks': set('networks'),
  'POST /stations/{id}/s/bills': set('bills'),
  'POST /stations/{id}/s/openings': set('openings'),
  'POST /prices': {
    at: ({ id, fuel }) => ({ url: '/prices', body: { station_id: id, prices: [{ fuel_id: fuel, mode: 'self', price: 1.799 }] } }),
  },
  'DELETE /prices/{stationId}/{priceId}': { at: ({ id }, of) => ({ url: `/prices/${id}/${of.price}` }) },
  'POST /stations/detailed-openings': {
    at: ({ id, rev }) => ({ url: '/stations/detailed-openings', body: { station_id: id, rev, entries: [] } }),
  },
  'POST /stations/{id}/upload': { at: ({ id }) => ({ url: `/stations/${id}/upload`, files: pdf }) },
  'DELETE /stations/{id}/files/{fileId}': { at: ({ id }, of) => ({ url: `/stations/${id}/files/${of.file}` }) },
  'POST /stations/station-image/{stationId}': {
    at: ({ id }) => ({ url: `/stations/station-image/${id}`, files: [{ name: 'nuova.jpg', bytes: picture }] }),
  },
  'DELETE /stations/station-image/{stationId}': { at: ({ id }) => ({ url: `/stations/station-image/${id}` }) },
  'POST /station/tanks': { at: ({ id }) => ({ url: '/station/tanks', body: { station_id: id, number: 'C9', fuel_id: 1 } }) },
  'PUT /station/tanks/{id}': { at: ({ tank: { id, rev } }) => ({ url: `/station/tanks/${id}`, body: { rev, note: 'altra' } }) },
  'DELETE /station/tanks/{stationId}/{id}': { at: ({ id }, of) => ({ url: `/station/tanks/${id}/${of.tank.id}?force=1` }) },
  'POST /station/tanks/maintenances': {
    at: ({ id }, of) => ({
      url: '/station/tanks/maintenances',
      body: { station_id: id, tank_id: of.tank.id, type: 'altro', date: '2026-03-02', company: 'Ditta' },
    }),
  },
  'PUT /station/tanks/maintenances/{uuid}': {
    at: ({ maintenance }) => ({ url: `/station/tanks/maintenances/${maintenance.uuid}`, body: { rev: 1, company: 'Altra' } }),
  },
  'DELETE /station/tanks/maintenances/{tankId}/{maintenanceId}': {
    at: ({ tank }, of) => ({ url: `/station/tanks/maintenances/${tank.id}/${of.maintenance.id}` }),
  },
  'POST /station/tanks/maintenances/files': {
    at: ({ maintenance }) => ({
      url: '/station/tanks/maintenances/files',
      body: { uuid: randomUUID(), record: maintenance.uuid, sha256: sha256(photo), size: String(photo.length) },
      files: [{ name: 'foto.jpg', bytes: photo }],
    }),
    reader: true,
  },
  'POST /models/history/{id}/revert': {
    at: ({ change, extinguisher }) => ({ url: `/models/history/${change}/revert`, body: { fields: ['location'], rev: extinguisher.rev } }),
    only: 'net.write',
  },
  'POST /station/notes': {
    at: ({ id }) => ({
      url: '/station/notes',
      body: { uuid: randomUUID(), station_id: id, noted_at: '2026-11-20T08:00:00.000Z', text: 'Vista' },
    }),
    reader: true,
  },
  'PUT /station/notes/{uuid}': {
    at: ({ note }, of) => ({ url: `/station/notes/${note}`, body: { rev: 2, text: 'Rivista', photos: [of.photo] } }),
    reader: true,
  },
  'DELETE /station/notes/{uuid}': { at: ({ note }) => ({ url: `/station/notes/${note}` }), others: true },
  'POST /station/notes/files': {
    at: ({ note }) => ({
      url: '/station/notes/files',
      body: { uuid: randomUUID(), record: note, sha256: sha256(photo), size: String(photo.length) },
      files: [{ name: 'foto.jpg', bytes: photo }],
    }),
    reader: true,
  },
  'POST /inspection/{id}/approve': { at: ({ inspection }) => ({ url: `/inspection/${inspection}/approve` }), reader: true },
  'PUT /inspection/nc/{id}': {
    at: ({ nc: { id, rev } }, of) => ({
      url: `/inspection/nc/${id}`,
      body: { rev, status: 'resolved', note: 'Fatto', ...(of.nc.id !== id && { photos: [of.evidence] }) },
    }),
    reader: true,
  },
  'POST /stations/report': {
    at: (at, of) => ({ url: '/stations/report', body: { stations: [at.id, of.id], columns: ['Nome'], sheets: ['stations'] } }),
    reader: true,
    foreign: 422,
    async also({ caller }, places) {
      const { bytes } = await caller.post('/stations/report', {})
      const book = xlsx.read(bytes)
      return tells(JSON.stringify(book.SheetNames.map((name) => xlsx.utils.sheet_to_json(book.Sheets[name]!))), places)
    },
  },
  'POST /stations': { at: () => ({ url: '/stations', body: { code: 'ZZNEW', ...station } }), never: true },
  'POST /stations/import': {
    async also({ caller }, { own, read, foreign }, { runs }) {
      const outcome = async (body: object) => {
        const { id } = (await caller.post('/stations/import', body)).body.data
        await runs()
        return (await caller.get(`/admin/history/${id}/rows`)).body.data.data[0].outcome
      }
      if ((await outcome(sheet(own))) !== 'fatto') return 'does not change one of theirs'
      for (const body of [sheet(read), sheet(foreign), newSheet])
        if ((await outcome(body)) !== 'errore') return `writes ${body.lines[0]!.cells[0]}`
    },
  },
  'POST /stations/import/check': {
    async also({ caller }, { own, read, foreign }) {
      const state = async (body: object) => (await caller.post('/stations/import/check', body)).body.data.lines[0]
      if ((await state(sheet(own))).state !== 'modificato') return 'does not compare with one of theirs'
      for (const body of [sheet(read), sheet(foreign), newSheet])
        if (JSON.stringify(await state(body)).match(/"state":"(?!errore)|"before"/)) return `takes ${body.lines[0]!.cells[0]}`
    },
  },
  'POST /stations/import/read': {
    async also({ caller }, { foreign }) {
      const bytes = Buffer.from(`Codice P.V.;Nome\n${foreign.code};Cambiata\n`)
      const [first] = (await caller.upload('/stations/import/read', [{ name: 'rete.csv', bytes }])).body.data.lines
      return first.state !== 'errore' && 'takes a station that is not one of theirs'
    },
  },
  'GET /stations/import/template': apart('an empty sheet'),
  'POST /exports': {
    async also(who, places, { runs }) {
      for (const [list, column, policy] of written.filter(([, , policy]) => allows(policy, who))) {
        const { id } = (await who.caller.post('/exports', { list, format: 'csv', columns: [column] })).body.data
        await runs()
        const wrong = tells(String((await who.caller.get(`/exports/${id}`)).body), places)
        if (wrong) return `${list} (${policy}) ${wrong}`
      }
    },
  },
  'POST /bulk': {
    async also({ caller }, { own, foreign }) {
      const ids = [own.inspection, foreign.inspection]
      const { status } = await caller.post('/bulk', { list: 'inspections.list', action: 'remove', ids })
      return status !== 403 && `${status}: deletes verifiche that are not the person's own`
    },
  },

  'GET /iapp/list-stations': apart('what the app shows to everybody (domain.md 8.11)'),
  'GET /activity': wholeNetwork,
  'GET /counters/admin': wholeNetwork,
  'GET /station-acl/{id}': wholeNetwork,
  'GET /station-acl/{id}/viewers': wholeNetwork,
  'POST /station-acl': wholeNetwork,
  'GET /users': wholeNetwork,
  'GET /users/{id}': wholeNetwork,
  'POST /users': wholeNetwork,
  'PUT /users/{id}': wholeNetwork,
  'DELETE /users/{id}': wholeNetwork,
  'POST /users/{id}/invite': wholeNetwork,
  'GET /suggestions/all-users': wholeNetwork,
  'POST /auth/logout': ofPerson,
  'GET /auth/me': ofPerson,
  'PUT /users/password': ofPerson,
  'GET /roles': ofPerson,
  'POST /client-errors': ofPerson,
  'POST /devices/report': ofPerson,
  'DELETE /support/ticket/download/{uid}/{fileName}': ofTickets,
  'GET /support/ticket': ofTickets,
  'GET /support/ticket/download/{uid}/{fileName}': ofTickets,
  'GET /support/ticket/info': ofTickets,
  'GET /support/ticket/{year}/{number}': ofTickets,
  'POST /support/ticket': ofTickets,
  'POST /support/ticket/{year}/{number}': ofTickets,
  'POST /support/ticket/{year}/{number}/comment': ofTickets,
  'POST /support/ticket/{year}/{number}/reopen': ofTickets,
  'POST /support/ticket/{year}/{number}/update': ofTickets,
  'POST /support/ticket/{year}/{number}/upload': ofTickets,
  'GET /support/ticket/offline': ofTickets,
  'GET /support/ticket/{year}/{number}/draft': ofPerson,
  'PUT /support/ticket/{year}/{number}/draft': ofPerson,
  'POST /support/ticket/files': ofPerson,
  'POST /notifications/read': ofPerson,
  'PUT /notifications/choices': ofPerson,
  'POST /push/subscribe': ofPerson,
  'POST /push/unsubscribe': ofPerson,
  'GET /saved-views': ofPerson,
  'POST /saved-views': ofPerson,
  'PUT /saved-views/{id}': ofPerson,
  'DELETE /saved-views/{id}': ofPerson,
  'GET /saved-views/links/{key}': apart('what to look for, not what is found'),
  'POST /prices/variation': ownJob,
  'GET /exports/{id}': ownJob,
  'GET /admin/history/own': ownJob,
  'GET /admin/history/{id}': ownJob,
  'GET /admin/history/{id}/rows': ownJob,
  'POST /admin/history/{id}/cancel': ownJob,
  'POST /admin/history/{id}/retry': ownJob,
  'POST /admin/history/{id}/undo': ownJob,
  'GET /extinguisher-intervals': settings,
  'GET /fuels': settings,
  'GET /suggestions/fuels': settings,
  'GET /available_services': settings,
  'GET /settings': settings,
  'GET /settings/logo': settings,
  'GET /all-roles': settings,
  'GET /support/notification-groups/lst': settings,
  'GET /notifications': ofPerson,
  'GET /notifications/choices': ofPerson,
  'GET /support/presence': ofTickets,
  'POST /support/presence': ofTickets,
  'GET /support/t/category': settings,
  'GET /support/t/category/{id}': settings,
}
