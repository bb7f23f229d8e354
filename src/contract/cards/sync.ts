import * as v from 'valibot'
import { listQuery } from '../kernel/crud.ts'
import { get, list, post, put, resource } from '../kernel/endpoint.ts'
import { choice, flag, identifier, optional, optionalText } from '../kernel/fields.ts'
import { listParam } from '../kernel/filters.ts'
import { Job } from '../kernel/jobs.ts'
import { MAX_RANGE } from './customers.ts'
import { cardTypes } from './words.ts'

/** The systems that cards are kept in step with. Source: docs/spec/integrations.md */
export const hosts = { icad: 'ICAD', siv: 'SIV', infopoint: 'Infopoint' } as const
export type HostName = keyof typeof hosts
const names = Object.keys(hosts) as HostName[]
/** `off`: not configured; `drop`: by files; `error`: the last run failed. */
export const hostStates = { off: 'Non configurato', drop: 'Cartella di scambio', error: 'Errore' } as const
export const syncStatuses = { pending: 'In attesa', sent: 'Inviato', ok: 'Confermato', error: 'Errore', conflict: 'Conflitto' } as const
export type SyncStatus = keyof typeof syncStatuses
const statuses = Object.keys(syncStatuses) as SyncStatus[]

export const Host = v.object({
  name: v.picklist(names),
  state: v.picklist(Object.keys(hostStates) as (keyof typeof hostStates)[]),
  /** The switch of this installation; a host without a folder is off in any case. */
  enabled: v.boolean(),
  /** Its folder, for those who fill it; null where none is configured. */
  where: v.nullable(v.string()),
  job: v.nullable(Job),
  /** Records by their fate. */
  counts: v.record(v.string(), v.number()),
})
export type Host = v.InferOutput<typeof Host>
/** What a run begins with: `queued` records are to be written. The rest is known when the job has ended. */
const Begun = v.object({ queued: v.number(), exported: v.number(), imported: v.number(), errors: v.number(), job: v.nullable(Job) })
const SyncRow = v.object({
  id: v.number(),
  host: v.picklist(names),
  entity: v.picklist(['customer', 'card']),
  entity_id: v.number(),
  /** Code and name, or the last digits of the number. */
  label: v.string(),
  status: v.picklist(statuses),
  tries: v.number(),
  error: v.nullable(v.string()),
  updated_at: v.string(),
})
export type SyncRow = v.InferOutput<typeof SyncRow>
const touches = ['jobs', 'customers', 'cards', 'customer-logs'] as const
const run = { output: Begun, success: [200], ok: 'Sincronizzazione avviata', policy: 'cards.write', touches } as const
const code = identifier('Codice cliente')

export const sync = resource('sync', {
  all: post('/sync-icad/all', run),
  cards: post('/sync-icad/cards', {
    ...run,
    body: v.object({ number: optionalText('Numero tessera', { max: 19 }), type: optional(choice('Tipo', cardTypes)) }),
  }),
  customers: post('/sync-icad/customers', { ...run, body: v.object({ customer_code: optional(code) }) }),
  siv: post('/customers/siv-sync-range', {
    body: v.pipe(
      v.object({ from: identifier('Da codice'), to: identifier('A codice') }),
      v.forward(
        v.check(({ from, to }) => to >= from, 'Il codice finale deve essere maggiore o uguale a quello iniziale.'),
        ['to'],
      ),
      v.forward(
        v.check(({ from, to }) => to - from < MAX_RANGE, "L'intervallo può contenere al massimo 10.000 codici."),
        ['to'],
      ),
    ) as unknown as v.ObjectSchema<{ from: typeof code; to: typeof code }, undefined>,
    envelope: 'none',
    success: [204],
    ok: 'Richiesta accodata',
    policy: 'cards.write',
    touches,
  }),
  infopoint: post('/infopoint/sync', { ...run, policy: 'settings' }),
  /** (+) The hosts with their state, and what they have been told. */
  hosts: get('/hosts', { output: Host, envelope: 'list', policy: 'settings' }),
  /** (+) Turns a host on or off. */
  setHost: put('/hosts/{name}', {
    params: v.object({ name: v.picklist(names) }),
    body: v.object({ enabled: flag('Attivo') }),
    output: Host,
    ok: 'Impostazioni salvate',
    policy: 'settings.write',
  }),
  /** (+) The fate of each record at its host, conflicts and errors first. */
  queue: list('/hosts/queue', {
    query: v.object({ ...listQuery, host: listParam(v.picklist(names)), status: listParam(v.picklist(statuses)) }),
    output: SyncRow,
    policy: 'cards.write',
    order: '-updated_at',
  }),
  /** (+) Decides a conflict: ours is told again, or the host's is taken. */
  settle: post('/hosts/queue/{id}', {
    body: v.object({ keep: choice('Valore da tenere', { ours: 'Il nostro', theirs: 'Quello del sistema esterno' }) }),
    output: SyncRow,
    success: [200],
    ok: 'Conflitto risolto',
    policy: 'cards.write',
    touches,
  }),
})
