import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { fire_extinguishers, oil_separators, pos, tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { inspection_models } from '../../../server/db/schema/inspections/inspections.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { implementations } from '../../../server/resources/registry.ts'
import { indexTickets } from '../../../server/resources/tickets/search-index.ts'
import { COUNTED, HITS, type Hit, type SearchKind, searchKinds } from '../../../src/contract/kernel/search.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { openedBy } from '../support/ticket-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

type Groups = Partial<Record<SearchKind, { total: number; hits: Hit[] }>>
async function find(caller: Caller, search: string, ...recent: string[]): Promise<Groups> {
  const { status, body } = await caller.get(`/search?${new URLSearchParams([['search', search], ...recent.map((one) => ['recent', one])])}`)
  expect(status, search).toBe(200)
  return Object.fromEntries(body.data.map(({ kind, ...group }: { kind: SearchKind }) => [kind, group]))
}
const names = (groups: Groups, kind: SearchKind) => groups[kind]?.hits.map(({ name }) => name) ?? []
/** Two stations with something on each; `stazione` has the first alone. */
async function network({ db, as }: World) {
  const [mine, other] = [
    await makeStation(db, { code: 'ZQ1', name: 'Zeta Forlì', city: 'Forlì', mise_id: 987_654 }),
    await makeStation(db, { code: 'ZQ2', name: 'Zeta Bra', city: 'Bra' }),
  ]
  for (const [at, { id }] of [mine, other].entries()) {
    await db.insert(fire_extinguishers).values({ station_id: id, number: `MX-77/${at}`, type: 'polvere', location: 'Gàbbia' })
    await db.insert(oil_separators).values({ station_id: id, number: `OLIO77${at}` })
    await db.insert(tanks).values({ station_id: id, number: `CIS77${at}`, brand: 'Walterscheid' })
    await db.insert(pos).values({ station_id: id, serial: `SER77${at}`, tml: `9977${at}` })
  }
  const stazione = await as('stazione')
  await assign(db, mine.id, stazione.user_id)
  return { mine, other, stazione }
}

test('the search finds only what the caller may list, on the caller’s stations', () =>
  inWorld(async (world) => {
    const { mine, stazione } = await network(world)
    const [nobody, driver, admin] = [await world.as(), await world.as('autista'), await world.as('admin')]
    expect((await nobody.get('/search?search=zeta')).status).toBe(401)
    await world.db.insert(banks).values({ name: 'Zeta banca' })

    // A driver sees every station, and nothing that stands on one.
    expect(Object.keys(await find(driver, 'zeta'))).toEqual(['stations'])
    for (const plate of ['mx-77', 'olio77', 'cis77', 'ser77']) expect(await find(driver, plate), plate).toEqual({})
    expect(await find(await world.as('dipendente'), 'zeta')).toEqual({})

    expect(names(await find(stazione, 'zeta'), 'stations')).toEqual(['ZQ1 Zeta Forlì'])
    expect(Object.keys(await find(stazione, 'zeta'))).toEqual(['stations'])
    expect(Object.keys(await find(admin, 'zeta'))).toEqual(['stations', 'banks'])
    const plates: [SearchKind, string][] = [
      ['fire_extinguishers', 'mx-77'],
      ['oil_separators', 'olio77'],
      ['tanks', 'cis77'],
      ['pos', 'ser77'],
    ]
    for (const [kind, plate] of plates) {
      const [all, some] = [await find(admin, plate), await find(stazione, plate)]
      expect([all[kind]?.total, some[kind]?.total], kind).toEqual([2, 1])
      expect(some[kind]!.hits[0]).toMatchObject({ station_id: mine.id, also: 'ZQ1 Zeta Forlì, Forlì (PR)' })
    }
    // Recently opened records are checked for permission too.
    const lately = [`stations:${mine.id + 1}`, 'users:1', `stations:${mine.id}`]
    expect(Object.keys(await find(stazione, '', ...lately))).toEqual(['stations'])
    expect(names(await find(stazione, '', ...lately), 'stations')).toEqual(['ZQ1 Zeta Forlì'])
    // A station that is gone takes along what stands on it.
    await world.db.update(stations).set({ deleted_at: new Date().toISOString() }).where(eq(stations.id, mine.id))
    expect(await find(stazione, 'mx-77')).toEqual({})
    expect(await find(stazione, 'zeta', `stations:${mine.id}`)).toEqual({})
  }))

test('a station is found by name, town, code and ministry id, in any word order and without accents', () =>
  inWorld(async (world) => {
    await network(world)
    const [admin, helpdesk] = [await world.as('admin'), await world.as('helpdesk')]
    for (const typed of ['zeta forlì', 'FORLI zeta', '  zq1 ', 'eta forl', '987654'])
      expect(names(await find(admin, typed), 'stations'), typed).toEqual(['ZQ1 Zeta Forlì'])
    // A person who may not see the number does not find by it, here or in the list.
    expect(await find(helpdesk, '987654')).toEqual({})
    expect((await helpdesk.get('/stations?search=987654')).body.data.total).toBe(0)
    expect((await admin.get('/stations?search=987654')).body.data.total).toBe(1)
    expect(await find(admin, 'z')).toEqual({})
    expect(await find(admin, 'zeta forlì milano')).toEqual({})
  }))

test('equipment is found by serial number with words of its station, or by its type with them', () =>
  inWorld(async (world) => {
    await network(world)
    const admin = await world.as('admin')
    const extinguishers = async (typed: string) => names(await find(admin, typed), 'fire_extinguishers')
    for (const typed of ['mx 77/0', 'MX-77/0', '77/0 mx', 'mx forlì', 'gabbia mx forli', 'estintore mx zq1', 'estintori forli zeta'])
      expect(await extinguishers(typed), typed).toEqual(['MX-77/0 Polvere'])
    expect(await extinguishers('mx')).toEqual(['MX-77/0 Polvere', 'MX-77/1 Polvere'])
    // The name of a town alone is that of its stations; that of a kind alone is all there are.
    for (const typed of ['zeta', 'estintore', 'gabbia', 'x-77', '-/']) expect(await extinguishers(typed), typed).toEqual([])
    expect(names(await find(admin, 'walter cis77 bra'), 'tanks')).toEqual(['CIS771 Walterscheid'])
    expect((await find(admin, '99770')).pos).toMatchObject({ total: 1, hits: [{ number: 'SER770' }] })
  }))

test('recently opened records come first, then those that begin with the text; each kind has a total and a few rows', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const made = await db
      .insert(banks)
      .values(['Cassa Zeta', 'Il Zeta', 'Zeta uno', 'Nuovazeta', 'Azeta', 'Banca Zeta due'].map((name) => ({ name })))
      .returning()
    const first = ['Zeta uno', 'Banca Zeta due', 'Cassa Zeta', 'Il Zeta', 'Azeta']
    expect((await find(admin, 'zeta')).banks).toMatchObject({ total: 6, hits: first.map((name) => ({ name })) })
    expect(first).toHaveLength(HITS)
    const late = made.find(({ name }) => name === 'Nuovazeta')!
    expect(names(await find(admin, 'zeta', `banks:${late.id}`), 'banks')).toEqual(['Nuovazeta', ...first.slice(0, -1)])
    expect(await find(admin, '', `banks:${late.id}`, 'banks:2026-45', 'boh:1', 'inspections:9')).toEqual({
      banks: { total: 1, hits: [{ id: String(late.id), name: 'Nuovazeta', also: '' }] },
    })
  }))

test('an inspection is found by number and station, with its address', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, station] = [await as('ispettore'), await makeStation(db, { code: 'ZQ1' })]
    const [model] = await db.select().from(inspection_models).where(eq(inspection_models.status, 'active')).limit(1)
    const client_uuid = crypto.randomUUID()
    await ivan.post('/inspection', { client_uuid, model_id: model!.id, station_id: station.id, status: 'draft' })
    const { inspections } = await find(ivan, 'zq1')
    expect(inspections).toMatchObject({ total: 1, hits: [{ id: client_uuid, also: model!.name }] })
    expect((await find(ivan, '', `inspections:${client_uuid}`)).inspections!.total).toBe(1)
    expect((await find(await as('rete'), 'zq1')).inspections).toBeUndefined()
    const [done] = (await ivan.get('/inspection?status=completed')).body.data.data
    const number = `${done.id_year}-${done.id_number}`
    expect(names(await find(ivan, `${done.id_year}/${done.id_number}`), 'inspections')).toEqual([
      `${done.id_year}/${done.id_number} ${done.station.name}`,
    ])
    expect((await find(ivan, '', `inspections:${number}`)).inspections!.hits[0]!.id).toBe(number)
  }))

test('each kind is found as its own list finds it', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const lists = implementations.flatMap(({ endpoints: { list } }) =>
      // Equipment is found by its plate, cards by their number, not by all their words.
      list && list.resource in searchKinds && !['pos', 'cards'].includes(list.resource) && !list.path.includes('{') ? [list] : [],
    )
    expect(lists.map(({ resource }) => resource)).toHaveMembers([
      'available_services',
      'banks',
      'competitors',
      'coupons',
      'customers',
      'default-mails',
      'ecommerce-products',
      'fuels',
      'gpl-card-requests',
      'inspection-models',
      'inspections',
      'notification-groups',
      'stations',
      'ticket-categories',
      'tickets',
      'users',
    ])
    let some = 0
    for (const typed of ['an', 'demo', 'ris', 'pv00', 'auto', '45'])
      for (const { resource, path } of lists) {
        const { data } = (await admin.get(`${path}?search=${typed}&is_paginated=0`)).body
        expect((await find(admin, typed))[resource as SearchKind]?.total ?? 0, `${resource} ${typed}`).toBe(data.length)
        some += data.length
      }
    expect(some).toBeGreaterThan(20)
  }))

/** Resources with a list that nobody searches from anywhere, and why. */
const LEFT_OUT: Record<string, string> = {
  activity: 'a log: searched on its own page, by day and person',
  history: 'a log: searched on its own page, by day and person',
  'client-errors': 'a log of faults',
  jobs: 'a log of what ran',
  devices: 'no page of one',
  expirations: 'found on their own page, by day and kind',
  extinguisher_intervals: 'a table of the settings',
  qr: 'of the station, which is found',
  mimit: 'the registry of the ministry: not ours',
  'non-conformities': 'no page of its own: read in its verifica',
  saved_views: 'offered in the list they are views of',
  station_notes: 'read on the station, and written where there is no network',
  tank_maintenances: 'read on the tank, which is found',
  station_files: 'read on the station',
  station_directory: 'the stations themselves, for the telephone',
  app_stations: 'the stations themselves, for the telephone',
  detailed_openings: 'read on the station',
  prices: 'the stations themselves, with what they cost',
  'inspection-pdfs': 'read in its verifica',
  'tickets-presence': 'who is where at this moment',
  'ticket-offline': 'the tickets themselves, as far as they are kept',
  'useful-contacts': 'the directory by category; each contact is searched as contact_items',
  'support-documents': 'read on their own page, by station',
  documents: 'read on their own page; permissions decide row by row',
  'communications-messages': 'read on their own page, by recipient',
  'communications-ctrl': 'read on their own page, by recipient',
  cash_funds: 'read on the management',
  cuds: 'personal: found by their owner alone',
  payrolls: 'personal: found by their owner alone',
  'customer-logs': 'a log: searched on its own page, by day and person',
  sync: 'a queue: read in the settings',
  duplicates: 'pairs of customers, who are searched',
  'ecommerce-categories': 'a table of the shop',
  'ecommerce-orders': 'not searched yet: found on their own page',
  'ecommerce-tags': 'a table of the shop',
  'gpl-courses': 'found in their calendar',
  management_obligations: 'read on the management',
  managements: 'not searched yet: found on their own page',
  managers: 'personal data: found on their own page',
  obligations: 'a table of the settings',
  remuneration: 'read on the management',
  station_employees: 'personal data: found on their own page',
}
test('every resource with a list is searched, or named here with the reason', () => {
  const listed = implementations.flatMap(({ endpoints }) =>
    Object.values(endpoints)
      .filter(
        ({ method, envelope, name, acts }) =>
          method === 'GET' && !acts && (envelope === 'page' || (envelope === 'list' && name.endsWith('.list'))),
      )
      .map(({ resource }) => resource),
  )
  const resources = new Set(listed)
  expect(resources.size).toBeGreaterThan(12)
  expect([...resources].filter((one) => !(one in searchKinds) && !(one in LEFT_OUT))).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((one) => one in searchKinds || !resources.has(one))).toEqual([])
})

test('hostile search text stays text, and text that is too long is refused', () =>
  inWorld(async (world) => {
    await network(world)
    const admin = await world.as('admin')
    const hostile = [
      '%%',
      '__',
      "' or 1=1 --",
      '<script>alert(1)</script>',
      "zeta'); drop table banks",
      'mx:* | a',
      '!(&|)',
      '\\\\',
      '́́',
      ':*',
      'a & ',
    ]
    for (const typed of hostile) expect(await find(admin, typed), typed).toEqual({})
    expect((await admin.get(`/search?search=${'a '.repeat(100)}`)).status).toBe(200)
    expect((await admin.get(`/search?search=${'a'.repeat(10_000)}`)).status).toBe(422)
    expect(await find(admin, 'ze\u0000ta')).toEqual(await find(admin, 'zeta'))
    for (const recent of ['stations', 'stations:x', 'stations:1;', 'Stations:1', `stations:${'1'.repeat(40)}`])
      expect(Object.values((await admin.get(`/search?recent=${encodeURIComponent(recent)}`)).body.error), recent).toEqual([
        'Parametro recent: il record non è scritto come "stations:12".',
      ])
    expect(await find(admin, '', 'stations:9999999999999')).toEqual({})
  }))

test('of a kind that more than a thousand match, a thousand are counted; what was opened lately is found among them all the same', () =>
  inWorld(async ({ as, db }) => {
    const [admin, manager] = [await as('admin'), await as('gestore')]
    const made = (await db.execute(sql`
      insert into customers (code, kind, lastname, name, "fiscalCode", address, cap, city, province)
        select 700000 + n, 'privato', 'Zzquaglia', 'N' || n, 'PROVA' || n, 'Via Prova 1', '43036', 'Fidenza', 'PR' from generate_series(1, 3000) n
        returning id`)) as unknown as { rows: { id: number }[] }
    const { id } = made.rows.at(-1)!
    await db.execute(sql`
      insert into cards (type, status, number, customer_id, plate, holder, valid_from, expires_at)
        select 'credit', 'active', '99' || (7000000000 + c.code), c.id, 'PA' || c.code, 'Zzquaglia', '2026-01-01', '2036-01-01' from customers c where c.code > 700000`)
    const [newest] = await db.select().from(cards).orderBy(desc(cards.id)).limit(1)
    const found = await find(admin, 'zzquaglia', `customers:${id}`, `cards:${newest!.id}`)
    expect([found.customers!.total, found.cards!.total]).toEqual([COUNTED + 1, COUNTED + 1])
    expect(found.customers!.hits.map((hit) => hit.id)[0]).toBe(String(id))
    expect(found.customers!.hits).toHaveLength(HITS)
    expect(found.cards!.hits[0]!.id).toBe(String(newest!.id))

    // The list says the same of the word alone, and counts what a filter leaves of it.
    const listed = async (more = '') => (await admin.get(`/cards?search=zzquaglia&per_page=15${more}`)).body.data
    for (const more of ['', '&type=credit']) {
      const { total, data, ...page } = await listed(more)
      expect([total, page.more, data.length], more).toEqual([COUNTED, true, 15])
    }
    const { total, data, ...page } = await listed('&status=suspended')
    expect([total, page.more, data.length]).toEqual([0, undefined, 0])

    await openedBy({ db }, admin)
    await db.execute(sql`
      insert into tickets (id_year, id_number, subject, description, category_id, requester_id, priority, source, due_at, uid, created_by, updated_by)
        select 2020, n, 'Zzquaglia ' || n, 'Prova', t.category_id, t.requester_id, t.priority, t.source, t.due_at, 'prova-' || n, t.created_by, t.updated_by
        from generate_series(1, 3000) n, (select * from tickets where deleted_at is null order by id limit 1) t`)
    await indexTickets(db)
    const tickets = await find(admin, 'zzquaglia', 'tickets:2020-7')
    expect(tickets.tickets!.total).toBe(COUNTED + 1)
    // After the one that was opened lately the newest.
    expect(names(tickets, 'tickets').slice(0, 2)).toEqual(['2020/7 Zzquaglia 7', '2020/3000 Zzquaglia 3000'])
    // Whoever sees few tickets is not shown that others have thousands.
    expect((await find(manager, 'zzquaglia')).tickets).toBeUndefined()
  }))
