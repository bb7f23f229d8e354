import { sql } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Db } from '../../../server/lib/core/db.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { tableNames } from './checksum.ts'
import { outputFaults } from './outputs.ts'

type Row = Record<string, unknown>
interface Change {
  place: string
  old: Row | null
  new: Row | null
}
interface History {
  model: string
  model_id: number
  event: string
  old: Row | null
  new: Row | null
}
interface Left {
  changes: Change[]
  history: History[]
  activity: { method: string; path: string; status: number }[]
}

/** Of every row that is written, before and after, in the same savepoint: what is undone is not seen either. Part of the seeded database of the tests. */
export const WITNESS = `
  create schema witness;
  create table witness.changes (id bigint generated always as identity primary key, place text not null, old jsonb, new jsonb);
  create function witness.see() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then insert into witness.changes (place, new) values (tg_table_name, to_jsonb(new));
      elsif tg_op = 'DELETE' then insert into witness.changes (place, old) values (tg_table_name, to_jsonb(old));
      else insert into witness.changes (place, old, new) values (tg_table_name, to_jsonb(old), to_jsonb(new));
      end if;
      return null;
    end $$;
  ${tableNames
    .filter((name) => !['activity_log', 'model_history'].includes(name))
    .map((name) => `create trigger witness after insert or update or delete on "${name}" for each row execute function witness.see();`)
    .join('\n')}`

/** What a refusal may leave on purpose: the count of failed sign-ins, its own answer under its key, the end of a session that was stolen, a document of what stands. */
const stays = (method: string, path: string, status: number) => [
  'login_attempts',
  'idempotency_keys',
  ...(`${method} ${path} ${status}` === 'POST /auth/refresh 401' ? ['sessions', 'access_tokens'] : []),
  // The verbale of what stands is printed and kept before the transaction; it is as good whatever becomes of the request.
  ...(/^(POST \/inspection\/[^/]+\/(reopen|send)|PUT \/inspection\/[^/]+)$/.test(`${method} ${path}`) ? ['files', 'inspection_pdfs'] : []),
]
/** Writes that leave no activity: what is being typed is told every two seconds, who is where every twenty. */
const isFleeting = (method: string, path: string) =>
  (method === 'PUT' && /^\/support\/ticket\/\d+\/\d+\/draft$/.test(path)) || `${method} ${path}` === 'POST /support/presence'
/** Tables whose changes have a history, and whose: the record's own, or that of the record it is part of. */
const KEPT: Record<string, (row: Row) => string[]> = {
  banks: ({ id }) => [`bank ${id}`],
  users: ({ id }) => [`user ${id}`],
  station_acl: ({ station_id }) => [`station_acl ${station_id}`],
  bank_cards: ({ bank_id }) => [`bank ${bank_id}`],
  prices: ({ id }) => [`price ${id}`, 'station_fuels '],
  fuels: ({ id }) => [`fuel ${id}`],
  available_services: ({ id }) => [`available_service ${id}`],
  extinguisher_intervals: ({ id }) => [`extinguisher_interval ${id}`],
  ticket_categories: ({ id }) => [`ticket_category ${id}`],
  notification_groups: ({ id }) => [`notification_group ${id}`],
  notification_group_users: ({ group_id }) => [`notification_group ${group_id}`],
  default_mails: ({ id }) => [`default_mail ${id}`],
  // Of those that another has put in the place of the usual one nothing else is told.
  saved_views: ({ id, standard }) => (standard ? [`saved_view ${id}`] : []),
  stations: ({ id }) => [`station ${id}`, 'station_'],
  station_phones: ({ station_id }) => [`station_phones ${station_id}`],
  station_fuels: ({ station_id }) => [`station_fuels ${station_id}`],
  station_services: ({ station_id }) => [`station_services ${station_id}`],
  station_networks: ({ station_id }) => [`station_networks ${station_id}`],
  station_bills: ({ station_id }) => [`station_bills ${station_id}`],
  // A station begins with its days closed.
  openings: ({ station_id }) => [`station_openings ${station_id}`, `station ${station_id}`],
  fire_extinguishers: ({ id }) => [`fire_extinguisher ${id}`],
  oil_separators: ({ id }) => [`oil_separator ${id}`],
  competitors: ({ id }) => [`competitor ${id}`],
  station_devices: ({ id }) => [`station_device ${id}`],
  dispensers: ({ id }) => [`dispenser ${id}`],
  guns: ({ id, dispenser_id }) => [`dispenser ${dispenser_id}`, `gun ${id}`],
  pos: ({ id }) => [`pos ${id}`],
  network_devices: ({ id }) => [`network_device ${id}`],
  expirations: ({ id }) => [`expiration ${id}`],
  qr_codes: ({ id }) => [`qr_code ${id}`],
  station_notes: ({ id }) => [`station_note ${id}`],
  tanks: ({ id }) => [`tank ${id}`],
  // What was done to a tank goes with it.
  tank_maintenances: ({ id, tank_id }) => [`tank_maintenance ${id}`, `tank ${tank_id}`],
  tickets: ({ id }) => [`ticket ${id}`],
  station_images: ({ station_id }) => [`station_image ${station_id}`],
  detailed_openings: ({ station_id }) => [`station_detailed_openings ${station_id}`],
  settings: ({ key }) => (key === 'company' ? ['settings 1'] : []),
  inspection_models: ({ id }) => [`inspection_model ${id}`, 'inspection_category '],
  // Whoever moves a section moves those behind it.
  inspection_categories: ({ model_id }) => ['inspection_category ', `inspection_model ${model_id}`],
  inspections: ({ id }) => [`inspection ${id}`],
  non_conformities: ({ id }) => [`non_conformity ${id}`, 'inspection '],
}
/** The table that a history is about, and its row's id there. */
const OWN: Record<string, { place: string; id: (row: Row) => unknown }> = {
  bank: { place: 'banks', id: ({ id }) => id },
  user: { place: 'users', id: ({ id }) => id },
  station_acl: { place: 'station_acl', id: ({ station_id }) => station_id },
  price: { place: 'prices', id: ({ id }) => id },
  fuel: { place: 'fuels', id: ({ id }) => id },
  available_service: { place: 'available_services', id: ({ id }) => id },
  extinguisher_interval: { place: 'extinguisher_intervals', id: ({ id }) => id },
  ticket_category: { place: 'ticket_categories', id: ({ id }) => id },
  notification_group: { place: 'notification_groups', id: ({ id }) => id },
  default_mail: { place: 'default_mails', id: ({ id }) => id },
  station: { place: 'stations', id: ({ id }) => id },
  ...Object.fromEntries(
    ['phones', 'fuels', 'services', 'networks', 'bills', 'openings'].map((name) => [
      `station_${name}`,
      { place: 'stations', id: ({ id }: Row) => id },
    ]),
  ),
  fire_extinguisher: { place: 'fire_extinguishers', id: ({ id }) => id },
  oil_separator: { place: 'oil_separators', id: ({ id }) => id },
  competitor: { place: 'competitors', id: ({ id }) => id },
  station_device: { place: 'station_devices', id: ({ id }) => id },
  dispenser: { place: 'dispensers', id: ({ id }) => id },
  pos: { place: 'pos', id: ({ id }) => id },
  network_device: { place: 'network_devices', id: ({ id }) => id },
  expiration: { place: 'expirations', id: ({ id }) => id },
  qr_code: { place: 'qr_codes', id: ({ id }) => id },
  station_note: { place: 'station_notes', id: ({ id }) => id },
  tank: { place: 'tanks', id: ({ id }) => id },
  tank_maintenance: { place: 'tank_maintenances', id: ({ id }) => id },
  ticket: { place: 'tickets', id: ({ id }) => id },
  station_detailed_openings: { place: 'stations', id: ({ id }) => id },
  saved_view: { place: 'saved_views', id: ({ id }) => id },
  station_image: { place: 'station_images', id: ({ station_id }) => station_id },
  settings: { place: 'settings', id: () => 1 },
  inspection_model: { place: 'inspection_models', id: ({ id }) => id },
  inspection_category: { place: 'inspection_categories', id: ({ id }) => id },
  inspection: { place: 'inspections', id: ({ id }) => id },
  non_conformity: { place: 'non_conformities', id: ({ id }) => id },
}
/** Equal whatever the form of an instant or the order of members. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value)) return new Date(value).getTime()
  if (Array.isArray(value)) return value.map(plain)
  if (!value || typeof value !== 'object') return value ?? null
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, plain(one)]))
}
const same = (a: unknown, b: unknown) => JSON.stringify(plain(a)) === JSON.stringify(plain(b))
/** Answers are kept in part: of those that were sent; a person with the name. */
const holds = (name: string, stored: unknown, told: unknown) =>
  name === 'answers'
    ? Object.entries(told as Row).every(([key, answer]) => same((stored as Row)[key], answer))
    : told === '••••' || same(stored, told) || (typeof stored === 'number' && (told as { id?: number } | null)?.id === stored)
/** The names under which a history tells another value than was stored. */
function unlike(stored: Row | null, told: Row | null): string[] {
  if (!stored || !told) return []
  const columns = { ...stored, ...(stored.value as Row) }
  return Object.keys(told).filter((name) => name in columns && !holds(name, columns[name], told[name]))
}

/** What is told elsewhere than in a history: a model whose tree was numbered for the first verifica of it is as it was, and sign-ins are in the activity. */
const QUIET: Record<string, Row> = {
  inspection_models: { version: 0 },
  users: { last_login_at: null, last_login_ip: null, password_hash: null },
  // What is said to a ticket brings it to the top of lists, and that an agent has looked is in its own history.
  tickets: { updated_at: null, is_new: false },
}
const onlyQuiet = (place: string, { old, new: after }: Omit<Change, 'place'>) =>
  place in QUIET && !!old && !!after && same({ ...old, ...QUIET[place] }, { ...after, ...QUIET[place] })

/** Whether a history tells one of these. */
const isOneOf = (stored: (Row | null)[], told: Row | null) => !stored.length || stored.some((one) => !unlike(one, told).length)

function ofHistory({ changes, history }: Left): string[] {
  const faults: string[] = []
  const told = history.map(({ model, model_id }) => `${model} ${model_id}`)
  for (const { place, ...change } of changes) {
    const names = onlyQuiet(place, change) ? [] : (KEPT[place]?.((change.new ?? change.old)!) ?? [])
    if (names.length && !names.some((name) => told.some((one) => one === name || (/\D$/.test(name) && one.startsWith(name)))))
      faults.push(`${names[0]} was changed without a history`)
  }
  for (const one of history) {
    const named = `the history of ${one.model} ${one.model_id} (${one.event})`
    const own = OWN[one.model]
    if (!own) {
      faults.push(`${named} is of a model that tests/api/support/witness.ts does not know`)
      continue
    }
    const seen = changes.filter(({ place, ...row }) => place === own.place && own.id((row.new ?? row.old)!) === one.model_id)
    // One request may be several writes of a record, each with its history.
    const alone = history.filter(({ model, model_id }) => model === one.model && model_id === one.model_id).length === 1
    const olds = alone ? seen.slice(0, 1) : seen
    const news = alone ? seen.slice(-1) : seen
    if ((one.event === 'created') !== (one.old === null)) faults.push(`${named} has ${one.old ? 'a' : 'no'} before`)
    if ((one.event === 'deleted') !== (one.new === null)) faults.push(`${named} has ${one.new ? 'an' : 'no'} after`)
    if (seen.length && one.old && one.new && same(one.old, one.new)) faults.push(`${named} tells of no change`)
    if (one.event === 'created' && seen[0]?.old) faults.push(`${named} is of a record that was there`)
    if (
      !isOneOf(
        olds.map((row) => row.old),
        one.old,
      )
    )
      faults.push(`${named} tells ${unlike(olds[0]!.old, one.old)} otherwise before than was stored`)
    if (
      !isOneOf(
        news.map((row) => row.new),
        one.new,
      )
    )
      faults.push(`${named} tells ${unlike(news[0]!.new, one.new)} otherwise after than is stored`)
  }
  return faults
}

/** Looks at every write of a test as it is answered: history and activity of what was done, and that of a refusal nothing stayed. */
export function witness(db: Db) {
  const faults: string[] = []
  let blind = false
  async function last() {
    const at = (sequence: string) => sql`(select case when is_called then last_value else 0 end from ${sql.raw(sequence)})::text`
    const { rows } = (await db.execute(sql`select ${at('witness.changes_id_seq')} as changes, ${at('model_history_id_seq')} as history,
      ${at('activity_log_id_seq')} as activity`)) as unknown as { rows: Record<keyof Left, string>[] }
    return rows[0]!
  }
  async function since(from: Record<keyof Left, string>): Promise<Left> {
    const rows = (table: string, id: string) =>
      sql`(select coalesce(jsonb_agg(to_jsonb(t) order by id), '[]') from ${sql.raw(table)} t where id > ${id}::bigint)`
    const { rows: found } = (await db.execute(sql`select ${rows('witness.changes', from.changes)} as changes,
      ${rows('model_history', from.history)} as history, ${rows('activity_log', from.activity)} as activity`)) as unknown as {
      rows: Left[]
    }
    return found[0]!
  }
  function told(method: string, path: string, answer: LightMyRequestResponse) {
    const { statusCode, headers } = answer
    if (statusCode < 300 && String(headers['content-type']).includes('json') && !headers['content-encoding'])
      for (const one of outputFaults(method, path, answer.json()).slice(0, 3))
        if (faults.length < 20) faults.push(`${method} ${path} (${statusCode}) answers with ${one}`)
    return answer
  }
  return {
    /** What was wrong, a sentence each. */
    faults,
    /** For a test of thousands of requests that looks for itself. */
    lookAway() {
      blind = true
    },
    async around(options: InjectOptions, inject: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
      const { method = 'GET' } = options
      const path = String(options.url).split('?')[0]!.replace(API_BASE, '')
      if (blind || ['HEAD', 'OPTIONS', 'TRACE'].includes(method)) return inject()
      if (method === 'GET') return told(method, path, await inject())
      const before = await last()
      const answer = await inject()
      const { statusCode: status, headers } = answer
      // Where the whole test is one transaction, a database that refuses to go on leaves nothing to look at.
      const left = await since(before)
      const wrong: string[] = []
      const logged = left.activity.filter((row) => row.method === method && row.path === `${API_BASE}${path}`.slice(0, 300))
      const replayed = headers['idempotency-key'] !== undefined && !left.changes.some(({ place }) => place === 'idempotency_keys')
      if (status >= 400 || replayed) {
        const allowed = stays(method, path, status)
        const stayed = new Set(left.changes.map(({ place }) => place).filter((place) => !allowed.includes(place)))
        for (const place of stayed) wrong.push(`something of it stayed in ${place}`)
        if (left.history.length) wrong.push('it left a history')
        if (status === 403 && logged.length !== 1) wrong.push(`${logged.length} rows in the activity`)
      } else {
        if (!isFleeting(method, path) && (logged.length !== 1 || logged[0]!.status !== status))
          wrong.push(`${logged.length} rows in the activity`)
        wrong.push(...ofHistory(left))
      }
      for (const one of wrong.slice(0, 3)) if (faults.length < 20) faults.push(`${method} ${path} (${status}): ${one}`)
      return told(method, path, answer)
    },
  }
}
