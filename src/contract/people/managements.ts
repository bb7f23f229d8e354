import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, post, put, resource } from '../kernel/endpoint.ts'
import {
  choice,
  date,
  fiscalCode,
  flag,
  iban,
  integer,
  longText,
  money,
  optional,
  optionalText,
  pec,
  piva,
  reference,
  revision,
  sdi,
  text,
} from '../kernel/fields.ts'
import { anyId, booleanParam, listParam } from '../kernel/filters.ts'
import { revealBody } from './personal.ts'

export const managementTypes = {
  comodato: 'Comodato gratuito con fornitura',
  somministrazione: 'Comodato con somministrazione',
  commissione: 'Contratto di commissione',
  affitto: "Affitto d'azienda",
  diretta: 'Gestione diretta',
  guardiania: 'Guardiania',
  associazione: 'Associazione in partecipazione',
} as const
export const managementStatuses = {
  future: 'Futura',
  active: 'Attiva',
  expiring: 'In scadenza',
  expired: 'Scaduta',
  ended: 'Cessata',
} as const
export type ManagementStatus = keyof typeof managementStatuses
export const obligationStatuses = {
  da_fare: 'Da fare',
  in_scadenza: 'In scadenza',
  scaduto: 'Scaduto',
  adempiuto: 'Adempiuto',
  non_applicabile: 'Non applicabile',
} as const
export type ObligationStatus = keyof typeof obligationStatuses
const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
export const obligationStates = keysOf(obligationStatuses)
const nullableText = v.nullable(v.string())
const station = v.object({ id: v.number(), code: v.string(), name: v.string() })

/** Money and litres of a remuneration. Source: docs/spec/people.md#remuneration */
export const remunerationFields = {
  fixed: money('Fisso mensile (€)', { min: 0, max: 99_999_999 }),
  perLiter: money('€/litro', { min: 0, max: 9_999, scale: 4 }),
  discountLiter: v.optional(money('Sconto €/litro a carico gestore', { min: 0, max: 9_999, scale: 4 }), 0),
  aboveThreshold: v.optional(money('€/litro oltre soglia', { min: 0, max: 9_999, scale: 4 }), 0),
  thresholdLiters: v.optional(integer('Soglia litri/mese', { min: 0 }), 0),
}
/** An obligation as it is given to a management. */
export const GivenObligation = v.object({
  obligation_id: reference('Obbligo'),
  due_date: optional(date('Scadenza')),
  note: optionalText('Note'),
  /** (+) False: it does not concern this management. */
  applicable: v.optional(flag('Applicabile'), true),
})
const fields = {
  station_id: reference('Punto vendita'),
  manager_id: reference('Gestore'),
  type: choice('Tipo di gestione', managementTypes),
  from: date('Dal'),
  expirationManager: optional(date('Scadenza gestione')),
  businessName: text('Ragione sociale', { max: 160 }),
  address: text('Sede legale'),
  piva: piva('Partita IVA'),
  sdi: sdi('Codice SDI'),
  pec: optional(pec('PEC')),
  fiscalCode: optional(fiscalCode('Codice fiscale')),
  rea: optionalText('REA', { max: 20 }),
  iban: optional(iban('IBAN')),
  contract_number: optionalText('N. contratto', { max: 40 }),
  note: longText('Note'),
}
/** (+) What the wizard writes with a new management, all or nothing. */
const beside = {
  cash: optional(v.object({ cashFundAmount: money('Importo', { min: 0, max: 99_999_999 }), cashFundDate: date('Data') })),
  first_remuneration: optional(v.object(remunerationFields)),
  given_obligations: v.optional(v.pipe(v.array(GivenObligation), v.maxLength(200)), []),
  /** "Subentro": the management that ends as this one begins. */
  replaces: optional(
    v.object({ id: reference('Gestione'), rev: revision, end_reason: text('Motivo', { max: 500 }), return_cash: v.optional(v.boolean()) }),
  ),
}
const ending = { ended_at: date('Cessata il'), end_reason: text('Motivo', { max: 500 }) }

const plain = crud('/managements', {
  fields,
  row: {
    ended_at: nullableText,
    end_reason: nullableText,
    status: v.picklist(keysOf(managementStatuses)),
    manager: v.object({ id: v.number(), name: v.string(), lastname: v.string() }),
    station,
    /** Whether the caller may change it: some may only read the station. */
    writable: v.boolean(),
  },
  record: {
    /** The latest movement of the cash fund; null without one, and for callers who may not see money. */
    cashFund: v.nullable(v.object({ id: v.number(), cashFundAmount: v.number(), cashFundDate: v.string(), kind: v.string() })),
    cash_balance: v.nullable(v.number()),
    /** The one that counts today. */
    remuneration: v.nullable(v.object({ id: v.number(), fixed: v.number(), perLiter: v.number(), valid_from: v.string() })),
    obligations: v.array(
      v.object({
        id: v.number(),
        obligation_id: v.number(),
        name: v.string(),
        due_date: nullableText,
        status: v.picklist(obligationStates),
      }),
    ),
  },
  filters: {
    station_id: anyId,
    manager_id: anyId,
    type: listParam(v.picklist(keysOf(managementTypes))),
    status: listParam(v.picklist(keysOf(managementStatuses))),
    /** Ends within 90 days. */
    expiring: booleanParam,
  },
  order: '-from',
  ok: ['Gestione creata', 'Gestione modificata', 'Gestione eliminata'],
  read: 'mgmt.read',
  write: 'mgmt.write',
})
/** Masked in every answer but that of `reveal`. */
const masked = { fiscalCode: nullableText, iban: nullableText }
const output = v.object({ ...plain.get.output.entries, ...masked })
/** Names of who runs a station, its dates and its access change with a management. */
const touches = [
  'managers',
  'station_employees',
  'stations',
  'expirations',
  'management_obligations',
  'obligations',
  'cash_funds',
  'remuneration',
] as const
const flags = ['exists', 'active', 'hasManagerRole', 'hasStation', 'hasToken', 'isSameName', 'isSameCf'] as const
export type AccountFlag = (typeof flags)[number]
export const managements = resource('managements', {
  ...plain,
  list: { ...plain.list, output: v.object({ ...plain.list.output.entries, ...masked }), steady: 10 },
  get: { ...plain.get, output, steady: 10 },
  create: { ...plain.create, output, body: v.object({ ...fields, ...beside }), touches },
  update: { ...plain.update, output, touches },
  remove: { ...plain.remove, touches },
  /** `id` is the manager's. Never 404: of an unknown manager every flag is false. */
  verification: get('/managements/verification/{stationId}/{id}', {
    output: v.object({
      account: v.object(Object.fromEntries(flags.map((name) => [name, v.boolean()])) as Record<AccountFlag, v.BooleanSchema<undefined>>),
      manager_exists: v.boolean(),
    }),
    policy: 'mgmt.write',
  }),
  /** (+) "Rinnova". */
  renew: put('/managements/{id}/renew', {
    body: v.object({ rev: revision, expirationManager: date('Scadenza gestione') }),
    ...{ output, ok: 'Gestione rinnovata', policy: 'mgmt.write', touches },
  }),
  /** (+) "Cessa": from the day on, the station is no longer the manager's. */
  end: put('/managements/{id}/end', {
    body: v.object({ rev: revision, ...ending, return_cash: v.optional(flag('Registra la restituzione del fondo cassa'), false) }),
    ...{ output, ok: 'Gestione cessata', policy: 'mgmt.write', touches },
  }),
  /** (+) "Allinea account": makes or links the manager's account. */
  align: post('/managements/{id}/align', {
    /** `mail`: what became of the invitation of an account that was made. */
    output: v.object({ user_id: v.number(), invited: v.boolean(), mail: nullableText }),
    ...{ success: [200], ok: 'Account allineato', policy: 'mgmt.write', touches: ['users', ...touches] },
  }),
  /** (+) The masked fields in full. The reason is written to the activity log. */
  reveal: post('/managements/{id}/reveal', {
    body: revealBody,
    output: v.object(masked),
    success: [200],
    policy: 'mgmt.reveal',
  }),
})
