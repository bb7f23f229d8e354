import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { TICKET_VIEWS } from '../../../src/contract/tickets/words.ts'
import { calls } from '../support/calls.ts'
import { testDatabase } from '../support/database.ts'
import { signIn } from '../support/world.ts'

const MANY = 100_000
const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

/** Rows of a network ten times the largest. */
const FILL = `
  insert into stations (code, name, address, cap, city, province, status, brand, search_text)
    select 'X' || n, 'Stazione ' || n, 'Via Roma ' || n, '43036', 'Comune ' || n % 8000, (array['PR','MI','RM','NA','TO'])[1 + n % 5], 'active', 'Q8', 'stazione ' || n
    from generate_series(1, ${MANY}) n;
  insert into station_fuels (station_id, fuel_id) select s.id, f.id from stations s, (select id from fuels order by id limit 2) f where s.code like 'X%';
  insert into activity_log (action, entity, method, path, status, created_at)
    select 'modifica', 'banks', 'PUT', '/api/v1/banks/' || n, 200, now() - n * interval '1 minute' from generate_series(1, ${MANY}) n;
  insert into model_history (model, model_id, event, new, created_at)
    select 'bank', n, 'created', '{}', now() - n * interval '1 minute' from generate_series(1, ${MANY}) n;
  analyze;`
const BIG = ['stations', 'station_fuels', 'activity_log', 'model_history']
/** Orders that a list takes beside its own. */
const SORTS: Record<string, string[]> = {
  '/stations': ['name', '-name', 'code', '-code', 'city', '-city', 'province', 'created_at', '-created_at'],
}

interface Plan {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  Plans?: Plan[]
}
/** Big tables (`big`) that are read from end to end. How many rows there are in all is counted so, once until something changes: that is an InitPlan. */
const scanned = (plan: Plan, big = BIG): string[] =>
  plan['Parent Relationship'] === 'InitPlan'
    ? []
    : [
        ...(plan['Node Type'].endsWith('Seq Scan') && big.includes(plan['Relation Name'] ?? '') ? [plan['Relation Name']!] : []),
        ...(plan.Plans ?? []).flatMap((below) => scanned(below, big)),
      ]

interface Query {
  text: string
  values?: unknown[]
}
interface Connection {
  query: (asked: Query | string, values?: unknown[]) => Promise<unknown>
}
interface Client extends Connection {
  connect: (...done: unknown[]) => Promise<Connection>
}
const { $client: client } = engine.db as unknown as { $client: Client }
/** The statements of some work, those of its transactions too. */
async function statements(work: () => Promise<unknown>): Promise<Query[]> {
  const seen: Query[] = []
  const undo: (() => void)[] = []
  const listen = (to: Connection) => {
    const { query } = to
    to.query = (asked, values) => {
      const one = typeof asked === 'string' ? { text: asked } : asked
      seen.push({ text: one.text, values: values ?? one.values ?? [] })
      return query.call(to, asked, values)
    }
    undo.push(() => Object.assign(to, { query }))
    return to
  }
  const { connect } = client
  // With a function to call back the pool asks for itself, for a statement that was seen already.
  client.connect = (...done) => (done.length ? connect.apply(client, done) : connect.call(client).then(listen))
  listen(client)
  await work().finally(() => {
    client.connect = connect
    for (const one of undo.reverse()) one()
  })
  return seen
}
const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`)
/** The plan that is made once for all values. */
async function lastingPlanOf({ text, values = [] }: Query) {
  const told = (await client.query(`set plan_cache_mode = force_generic_plan; prepare lasting as ${text};
    explain (format json) execute lasting(${values.map(literal).join(', ')}); deallocate lasting; reset plan_cache_mode`)) as {
    rows: { 'QUERY PLAN': { Plan: Plan }[] | string }[]
  }[]
  const { 'QUERY PLAN': plan } = told[2]!.rows[0]!
  return (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan as Plan
}
const planOf = async ({ text, values }: Query) => {
  const { rows } = (await client.query({ text: `explain (format json) ${text}`, values: values! })) as {
    rows: { 'QUERY PLAN': { Plan: Plan }[] | string }[]
  }
  const [{ 'QUERY PLAN': told }] = rows as [(typeof rows)[number]]
  return (typeof told === 'string' ? JSON.parse(told) : told)[0].Plan as Plan
}

test('no page of a list reads a big table from end to end, for who sees all and for who sees some', { timeout: 400_000 }, async () => {
  await engine.script(FILL)
  const people = [await signIn(app, 'admin'), await signIn(app, 'rete')]
  const lists = calls.filter((call) => call.method === 'GET' && call.envelope === 'page' && !call.path.includes('{') && !call.acts)
  const faults: string[] = []
  let plans = 0
  for (const { path: place } of lists)
    for (const order of [undefined, ...(SORTS[place] ?? [])])
      for (const page of [1, 90])
        for (const [at, person] of people.entries()) {
          const url = `${place}?page=${page}${order ? `&sort=${order}` : ''}`
          const asked = await statements(async () => person.get(url))
          for (const one of asked.filter(({ text }) => /^select/i.test(text) && /limit/i.test(text))) {
            plans++
            for (const table of scanned(await planOf(one))) faults.push(`${url} by ${at ? 'rete' : 'admin'} reads all of ${table}`)
          }
        }
  expect(plans).toBeGreaterThan(40)
  expect(faults).toEqual([])
  console.log(`${plans} plans of ${lists.length} lists`)
})

const PIECES = ['fire_extinguishers', 'oil_separators', 'dispensers', 'tanks', 'station_devices']
const reads = (plan: Plan): string[] => [
  ...(plan['Node Type'].endsWith('Seq Scan') ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(reads),
]
test('what stands on a station is found by its plate without reading all there are, for who sees all and for who sees some', {
  timeout: 400_000,
}, async () => {
  const many = (table: string) => `insert into ${table} (station_id, number)
    select s.id, chr(65 + n % 26) || chr(65 + n / 26 % 26) || n from (select id from stations order by id limit 8) s, generate_series(1, 3000) n;`
  await engine.script(`${PIECES.map(many).join('')}
    insert into pos (station_id, serial, tml) select (select min(id) from stations), 'S' || n, 'T' || n from generate_series(1, 20000) n; analyze;`)
  for (const name of ['admin', 'stazione']) {
    const person = await signIn(app, name)
    for (const typed of ['ab123', 'AB-123 pv00', 't123 s']) {
      const asked = await statements(() => person.get(`/search?search=${typed}`))
      const [plan, ...more] = await Promise.all(asked.filter(({ text }) => text.includes('json_agg')).map(lastingPlanOf))
      expect(more).toEqual([])
      expect(reads(plan!), 'the plan is looked through').not.toEqual([])
      expect(
        reads(plan!).filter((table) => [...PIECES, 'pos'].includes(table)),
        `${typed} by ${name}`,
      ).toEqual([])
    }
  }
})

/** Under a limit what is sorted before it, of a table. */
const sortedFirst = (plan: Plan, table: string): boolean =>
  (plan['Node Type'] === 'Limit' && !!plan.Plans?.some((below) => below['Node Type'] === 'Sort' && tablesIn(below).includes(table))) ||
  !!plan.Plans?.some((below) => sortedFirst(below, table))
const tablesIn = (plan: Plan): string[] => [plan['Relation Name'] ?? '', ...(plan.Plans ?? []).flatMap(tablesIn)]
test('the report takes the newest price of each series from the index, and sorts no history', { timeout: 400_000 }, async () => {
  await engine.script(`
    insert into stations (code, name, address, cap, city, province, status, brand, search_text)
      select 'ZR' || n, 'Storia ' || n, 'Via Roma ' || n, '43036', 'Fidenza', 'PR', 'active', 'Q8', 'storia ' || n from generate_series(1, 20) n;
    insert into prices (station_id, fuel_id, mode, price, valid_from)
      select s.id, (select min(id) from fuels), 'self', 1.8, now() - n * interval '1 day' from stations s, generate_series(1, 2000) n where s.code like 'ZR%';
    analyze;`)
  const admin = await signIn(app, 'admin')
  const asked = await statements(() => admin.post('/stations/report', { filters: { search: 'storia' }, sheets: ['prices'] }))
  const plans = await Promise.all(asked.filter(({ text }) => /lateral/.test(text) && /prices/.test(text)).map(planOf))
  expect(plans.flatMap(tablesIn), 'the plan is looked through').toContain('prices')
  expect(plans.filter((plan) => sortedFirst(plan, 'prices'))).toEqual([])
})

const TICKETS = 40_000
/** Tickets of two years with what belongs to them; one in ten is open, one in forty nobody's. */
const FILL_TICKETS = `
  alter table tickets disable trigger user; alter table ticket_assignments disable trigger user; alter table ticket_comments disable trigger user;
  insert into stations (code, name, address, cap, city, province, status, brand, search_text)
    select 'T' || n, 'Assistita ' || n, 'Via Roma ' || n, '43036', 'Fidenza', 'PR', 'active', 'Q8', 'assistita ' || n from generate_series(1, 2000) n;
  insert into tickets (id_year, id_number, status_id, is_new, category_id, station_id, subject, description, priority, requester_id, due_at, source, uid,
      resolution, completed_at, assignees, created_at, updated_at, created_by)
    select 2020 + n % 2, 1000 + n, case when n % 10 = 0 then 1 + n / 10 % 4 else 5 end, n % 40 = 0, 1 + n % 10, (select max(id) from stations) - n % 2000,
      (array['Pistola ', 'Totem ', 'Sonda ', 'Cassa '])[1 + n % 4] || n, 'Non funziona da ieri', 1 + n % 4, 1 + n % 30, now() - n * interval '7 minutes', 'web', 'U' || n,
      case when n % 10 > 0 then 'Fatto' end, case when n % 10 > 0 then now() - n * interval '9 minutes' end, case when n % 40 = 0 then 0 else 1 end,
      now() - n * interval '10 minutes', now() - n * interval '9 minutes', 1 + n % 30
    from generate_series(1, ${TICKETS}) n;
  insert into ticket_words (ticket_id, all_words) select id, strip(to_tsvector('italian', subject || ' ' || description)) from tickets where uid like 'U%';
  insert into ticket_assignments (ticket_id, user_id, at) select id, 1 + id % 30, now() from tickets where uid like 'U%' and assignees > 0;
  insert into ticket_comments (uuid, ticket_id, user_id, message, created_at)
    select 'C' || id, id, 1 + id % 30, 'Potete mandare una foto?', now() from tickets where uid like 'U%';
  insert into ticket_history (ticket_id, event, user_id, at) select id, 'creato', 1, now() from tickets where uid like 'U%';
  insert into ticket_files (ticket_id, file_id, file_name, original_name, created_at)
    select id, (select min(id) from files), 'foto.jpg', 'foto.jpg', now() from tickets where uid like 'U%' and id % 2 = 0;
  alter table tickets enable trigger user; alter table ticket_assignments enable trigger user; alter table ticket_comments enable trigger user;
  analyze;`
const OF_TICKETS = ['tickets', 'ticket_comments', 'ticket_files', 'ticket_assignments', 'ticket_history']
const TICKET_SORTS = ['-updated_at', '-priority', 'due_at', '-number', 'status', '-created_at']
test('no view of tickets, no search in them and no ticket reads all there are, for who sees all and for who sees some', {
  timeout: 400_000,
}, async () => {
  await engine.script(FILL_TICKETS)
  const looks = [
    ...Object.keys(TICKET_VIEWS).flatMap((view) => TICKET_SORTS.map((sort) => `/support/ticket?view=${view}&sort=${sort}`)),
    ...['pistola', 'pistola 99', '12345'].map((words) => `/support/ticket?search=${words}`),
    '/support/ticket?view=closed&page=90',
    '/support/ticket?view=closed&date_field=completed_at&from=2026-01-01',
    ...['', 'history/'].map((part) => `/support/ticket/${part}2020/2000`),
  ]
  const faults: string[] = []
  let plans = 0
  // Not the helpdesk: whoever may see half of all tickets, by their category, has them looked at one by one.
  for (const name of ['admin', 'rete', 'contabilita']) {
    const person = await signIn(app, name)
    for (const url of looks) {
      const asked = await statements(() => person.get(url))
      for (const one of asked.filter(({ text }) => /^select/i.test(text) && /tickets|ticket_/.test(text))) {
        plans++
        for (const table of scanned(await planOf(one), OF_TICKETS)) faults.push(`${url} by ${name} reads all of ${table}`)
      }
    }
  }
  expect(faults).toEqual([])
  expect(plans).toBeGreaterThan(150)
  console.log(`${plans} plans of tickets`)
})
