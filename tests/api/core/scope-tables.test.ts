import { expect, test } from 'vitest'
import { type FileOwner, model_history } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { exportLists } from '../../../server/resources/overview/export-lists.ts'
import { jobKinds } from '../../../server/resources/overview/job-kinds.ts'
import { type PieceKind, pieceKinds } from '../../../src/contract/equipment/piece-kinds.ts'
import type { ExportedList } from '../../../src/contract/kernel/exporting.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { type SearchKind, searchKinds } from '../../../src/contract/kernel/search.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { wholeNetwork } from '../../resources/known.ts'
import { lineOf } from '../../resources/registry.ts'
import { calls, label } from '../support/calls.ts'
import { makePlaces } from '../support/places.ts'
import { type Soloist, soloists } from '../support/soloists.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** Of the records on stations; or in words why no record of it belongs to one, or where its scope is tried. */
type Scoped = 'of stations' | (string & {})
const NETWORK = 'of the whole network'

/** A kind that is missing here does not compile. */
const SEARCH: Readonly<Record<SearchKind, Scoped>> = {
  stations: 'of stations',
  fire_extinguishers: 'of stations',
  oil_separators: 'of stations',
  dispensers: 'of stations',
  guns: 'with their dispensers',
  tanks: 'of stations',
  station_devices: 'of stations',
  pos: 'of stations',
  network_devices: 'of stations',
  inspections: 'of stations',
  tickets: 'tickets.test.ts',
  contact_items: 'useful-contacts.test.ts',
  competitors: 'of stations',
  cards: NETWORK,
  customers: NETWORK,
  coupons: NETWORK,
  'gpl-card-requests': NETWORK,
  'ecommerce-products': 'products.test.ts',
  banks: NETWORK,
  users: NETWORK,
  'inspection-models': NETWORK,
  'ticket-categories': NETWORK,
  'notification-groups': NETWORK,
  'default-mails': NETWORK,
  available_services: NETWORK,
  fuels: NETWORK,
}
/** A piece is found by its plate, or by the words of its station where the search names its kind. */
const CALLED: Partial<Record<SearchKind, string>> = {
  fire_extinguishers: 'estintore',
  oil_separators: 'disoleatore',
  dispensers: 'erogatore',
  guns: 'pistola',
  tanks: 'cisterna',
  station_devices: 'dispositivo',
  pos: 'pos',
  network_devices: 'apparato',
}
const EXPORTS: Readonly<Record<ExportedList, Scoped>> = {
  'activity.list': 'activity.test.ts',
  'cards.list': NETWORK,
  'customer-logs.list': NETWORK,
  'customers.list': NETWORK,
  'ecommerce-orders.list': 'of stations',
  'inspections.list': 'of stations',
  'tickets.list': 'tickets.test.ts',
  'stations.list': 'of stations',
  'history.list': 'of stations',
}
/** All of them of stations, each read under its policy. */
const PIECES: Readonly<Record<PieceKind, PolicyName>> = {
  dispenser: 'equip.read',
  tank: 'equip.read',
  station_device: 'equip.read',
  pos: 'net.fin',
  fire_extinguisher: 'equip.read',
  oil_separator: 'equip.read',
  network_device: 'net.tech',
}
/** The kinds of jobs by type: what a job about stations does is tried where it is made; every job is of who started it (jobs.test.ts). */
const JOBS: Readonly<Record<string, Scoped>> = {
  attiva_clienti: NETWORK,
  avvisi_paghe: NETWORK,
  disattiva_clienti: NETWORK,
  esportazione: 'the exports above',
  genera_account: NETWORK,
  import_articoli: NETWORK,
  import_cud: NETWORK,
  import_mimit: NETWORK,
  import_paghe: NETWORK,
  import_prezzi_mimit: NETWORK,
  import_punti_vendita: 'import.test.ts',
  import_tessere: NETWORK,
  invio_comunicazione: NETWORK,
  operazione_in_blocco: 'bulk.test.ts',
  ripristino: 'undo.test.ts',
  stampa_tessere: NETWORK,
  sync_icad: NETWORK,
  sync_infopoint: NETWORK,
  sync_siv: NETWORK,
  variazione_prezzi: 'variation.test.ts',
}

/** Whose policy opens the past of each model, and of which of its records. A record that is read by a scope of its own is tried in the named file. */
const PASTS: Readonly<Record<HistoryModel, readonly [PolicyName, Scoped]>> = {
  available_service: ['super', NETWORK],
  bank: ['banks.write', NETWORK],
  card: ['cards.write', NETWORK],
  cash_fund: ['mgmt.fin', 'managements.test.ts'],
  communication: ['super', NETWORK],
  competitor: ['net.write', 'of stations'],
  contact_category: ['super', NETWORK],
  contact_container: ['super', NETWORK],
  contact_item: ['super', NETWORK],
  coupon: ['coupons.read', NETWORK],
  coupon_order: ['coupons.read', NETWORK],
  customer: ['cards.write', NETWORK],
  default_mail: ['super', NETWORK],
  dispenser: ['net.write', 'of stations'],
  document: ['docs.admin', NETWORK],
  ecommerce_category: ['super', NETWORK],
  ecommerce_order: ['super', NETWORK],
  ecommerce_product: ['super', NETWORK],
  ecommerce_tag: ['super', NETWORK],
  expiration: ['super', NETWORK],
  extinguisher_interval: ['super', NETWORK],
  fire_extinguisher: ['net.write', 'of stations'],
  fuel: ['super', NETWORK],
  gpl_card_request: ['gpl.read', NETWORK],
  gpl_course: ['gpl.read', NETWORK],
  gun: ['net.write', 'of stations'],
  inspection: ['super', NETWORK],
  inspection_category: ['super', NETWORK],
  inspection_model: ['super', NETWORK],
  management: ['mgmt.write', 'managements.test.ts'],
  management_obligation: ['obl.write', 'managements.test.ts'],
  manager: ['mgmt.write', 'managements.test.ts'],
  network_device: ['net.write', 'of stations'],
  non_conformity: ['super', NETWORK],
  notification_group: ['super', NETWORK],
  obligation: ['obl.write', NETWORK],
  oil_separator: ['net.write', 'of stations'],
  pay_batch: ['payroll.admin', NETWORK],
  pos: ['net.fin', 'of stations'],
  price: ['net.write', 'of stations'],
  qr_code: ['super', NETWORK],
  remuneration: ['mgmt.fin', 'managements.test.ts'],
  saved_view: ['super', NETWORK],
  settings: ['super', NETWORK],
  station: ['net.write', 'of stations'],
  station_acl: ['users', NETWORK],
  station_bills: ['net.write', 'of stations'],
  station_detailed_openings: ['net.write', 'of stations'],
  station_device: ['net.write', 'of stations'],
  station_employee: ['mgmt.write', 'managements.test.ts'],
  station_fuels: ['net.write', 'of stations'],
  station_image: ['net.write', 'of stations'],
  station_networks: ['net.write', 'of stations'],
  station_note: ['net.write', 'of stations'],
  station_openings: ['net.write', 'of stations'],
  station_phones: ['net.write', 'of stations'],
  station_services: ['net.write', 'of stations'],
  support_document: ['driver.read', NETWORK],
  tank: ['net.write', 'of stations'],
  tank_maintenance: ['net.write', 'of stations'],
  ticket: ['tickets.open', 'tickets.test.ts'],
  ticket_category: ['super', NETWORK],
  user: ['users', NETWORK],
}
/** The call that gives the files of each owner; its scope is tried with the others in scope.test.ts. Or in words why there is none. */
const FILES: Readonly<Record<FileOwner, `GET ${string}` | (string & {})>> = {
  bank: 'GET /banks/{id}/files/{fileId}',
  cash_fund: 'GET /cash/{id}/files/{fileId}',
  communication: 'GET /communications/documents/{id}',
  coupon_order: 'GET /coupons/download/{id}',
  dispenser: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  document: 'GET /documents/{id}',
  ecommerce_order: 'GET /ecommerce/order/{id}/files/{fileId}',
  ecommerce_product: 'GET /ecommerce/product/{id}/photo/{width}',
  expiration: 'GET /expirations/{id}/files/{fileId}',
  export: 'GET /exports/{id}',
  files_place: 'read by processes alone',
  fire_extinguisher: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  gpl_card_request: 'GET /gpl-cards-requests/{id}/files/{fileId}',
  inspection: 'GET /inspection/files/{uuid}',
  inspection_pdf: 'GET /inspection/{id}/pdfs/{pdfId}',
  management_obligation: 'GET /management-obligations/{id}/files/{fileId}',
  manager: 'GET /managers/{id}/files/{fileId}',
  network_device: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  oil_separator: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  pay_document: 'GET /payrolls/{id}',
  pos: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  qr_code: 'GET /stations/qr/{station}/image',
  settings: 'GET /settings/logo',
  station: 'GET /stations/download/{id}',
  station_device: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  station_employee: 'GET /managers/station-employee/{id}/files/{fileId}',
  station_image: 'GET /stations/station-image/{stationId}/{width}',
  station_notes: 'GET /station/notes/files/{uuid}',
  support_document: 'GET /support/document/{id}',
  tank: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
  tank_maintenances: 'GET /station/tanks/maintenances/files/{uuid}',
  ticket: 'GET /support/ticket/download/{uid}/{fileName}',
  ticket_comments: 'a picture of a comment is a file of its ticket once the comment arrives',
}

const isBound = ({ roles, permissions }: Soloist) => !seesAllStations({ roles, permissions, all_stations: false })
/** Three stations with one of everything, and everybody who reaches some stations alone: one to write, one to read. */
async function scene(world: World) {
  world.lookAway()
  const places = await makePlaces(world, { own: 'Nostrana', read: 'Leggibile', foreign: 'Estranea' })
  const all = await soloists(world, false)
  const people = all.filter(isBound)
  for (const { caller } of people)
    await world.db.insert(station_acl).values([
      { station_id: places.own.id, user_id: caller.user_id, level: 'write' },
      { station_id: places.read.id, user_id: caller.user_id, level: 'read' },
    ])
  return { places, all, people, admin: await world.as('admin') }
}
interface Group {
  kind: SearchKind
  hits: { id: string; name: string; also: string; station_id?: number }[]
}
const found = async (who: Caller, text: string): Promise<Group[]> =>
  (await who.get(`/search?${new URLSearchParams({ search: text })}`)).body.data ?? []
const isOf = (kind: SearchKind, groups: readonly Group[]) => groups.some((group) => group.kind === kind && group.hits.length > 0)

test('what stands on stations is searched, exported, read in histories and opened within each one’s stations', { timeout: 300_000 }, () =>
  inWorld(async (world) => {
    const { places, people, admin } = await scene(world)
    const { own, foreign } = places
    const faults: string[] = []
    for (const kind of Object.keys(SEARCH) as SearchKind[]) {
      if (SEARCH[kind] !== 'of stations') continue
      const asked = (word: string) => [CALLED[kind], word].filter(Boolean).join(' ')
      if (kind !== 'inspections' && !isOf(kind, await found(admin, asked(foreign.word))))
        faults.push(`search: nobody finds ${kind} of a station, so that nothing is tried`)
      for (const who of people) {
        const [mine, others] = [await found(who.caller, asked(own.word)), await found(who.caller, asked(foreign.word))]
        if (isOf(kind, others)) faults.push(`search: ${who.name} finds ${kind} of a station that is not theirs`)
        if (kind !== 'inspections' && allows(searchKinds[kind].policy, who) && !isOf(kind, mine))
          faults.push(`search: ${who.name} does not find ${kind} of their station`)
      }
    }
    for (const list of Object.keys(EXPORTS) as ExportedList[]) {
      if (EXPORTS[list] !== 'of stations') continue
      const { of, columns } = exportLists[list]
      const policy = of.endpoints.list!.policy
      for (const who of people.filter((one) => allows(policy, one))) {
        const { body } = await who.caller.post('/exports', { list, format: 'csv', search: {}, columns: Object.keys(columns) })
        await world.runs()
        const text = (await who.caller.get(`/exports/${body.data.id}`)).bytes.toString()
        if (text.includes(foreign.word)) faults.push(`export: ${who.name} has rows of another station in ${list}`)
        if (list === 'stations.list' && !text.includes(own.word)) faults.push(`export: ${who.name} has no row of their station in ${list}`)
      }
    }
    for (const who of people.filter((one) => allows('net.write', one))) {
      const data = (await who.caller.get('/models/history?is_paginated=0')).body.data
      if (!data.length) faults.push(`history: ${who.name} reads none`)
      for (const row of data)
        if ([row.new, row.old].some((values) => values?.station_id === foreign.id) || JSON.stringify(row).includes(foreign.word))
          faults.push(`history: ${who.name} reads ${row.model} ${row.model_id} of another station`)
    }
    for (const kind of Object.keys(PIECES) as PieceKind[])
      for (const who of people) {
        const statuses = []
        for (const place of [own, foreign])
          statuses.push((await who.caller.get(`/station/pieces/${kind}/${place.pieces[kind]!.id}`)).status)
        if (statuses[1] === 200) faults.push(`pieces: ${who.name} opens a ${pieceKinds[kind]} of another station`)
        if (allows('equip.read', who) && allows(PIECES[kind], who) && statuses[0] !== 200)
          faults.push(`pieces: ${who.name} does not open a ${pieceKinds[kind]}`)
      }
    expect(faults).toEqual([])
  }),
)

test('each kind of job says how it meets stations', () => {
  expect(Object.keys(JOBS)).toHaveMembers(new Set(jobKinds.map(({ type }) => type)))
})

test('the past of each model is read by whom its record is, within their stations', { timeout: 120_000 }, () =>
  inWorld(async (world) => {
    const { places, all, admin } = await scene(world)
    // Of each model one change at a station of theirs and one elsewhere; what is no record of a station belongs to no record at all.
    for (const model of Object.keys(PASTS) as HistoryModel[])
      for (const [at, { id }] of [places.own, places.foreign].entries()) {
        const model_id = model.startsWith('station') && PASTS[model][1] === 'of stations' ? id : 2_000_000_000 + at
        await world.db
          .insert(model_history)
          .values({ model, model_id, event: 'updated', old: { station_id: id }, new: { station_id: id, prova: at } })
      }
    const read = async ({ get }: Caller, id: number): Promise<string[]> => {
      const rows: { model: string; new: Record<string, unknown> | null }[] = (await get('/models/history?is_paginated=0')).body.data
      return rows.flatMap((row) => (row.new && 'prova' in row.new && row.new.station_id === id ? [row.model] : [])).sort()
    }
    const models = (Object.keys(PASTS) as HistoryModel[]).sort()
    expect(await read(admin, places.foreign.id)).toEqual(models)
    for (const who of all.filter((one) => allows('history.read', one) && !allows('super', one))) {
      const { name, caller } = who
      const readable = (foreign: boolean) =>
        models.filter((model) => {
          const [policy, scope] = PASTS[model]
          return allows(policy, who) && (scope === NETWORK || (scope === 'of stations' && !(foreign && isBound(who))))
        })
      expect([name, await read(caller, places.own.id)]).toEqual([name, readable(false)])
      expect([name, await read(caller, places.foreign.id)]).toEqual([name, readable(true)])
    }
  }),
)

test('the files of each owner are given by a call whose scope is tried', () => {
  for (const [owner, given] of Object.entries(FILES)) {
    if (!given.startsWith('GET ')) continue
    const call = calls.find((one) => label(one) === given)
    expect(call, owner).toBeDefined()
    expect((wholeNetwork as readonly PolicyName[]).includes(call!.policy) || lineOf(call!).scope !== undefined, owner).toBe(true)
  }
})
