import * as v from 'valibot'
import { crud } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import {
  cap,
  choice,
  date,
  email,
  fiscalCode,
  flag,
  longText,
  optional,
  optionalText,
  pec,
  phone,
  piva,
  plate,
  province,
  reference,
  sdi,
  text,
} from '../kernel/fields.ts'
import { anyId, facets, listParam } from '../kernel/filters.ts'
import { applicants, courseStatuses, installTypes, requestKinds, requestStatuses } from './words.ts'

const keysOf = <K extends string>(words: Readonly<Record<K, unknown>>) => Object.keys(words) as [K, ...K[]]
const nullableText = v.nullable(v.string())
const plain = crud('/gpl-cards-requests', {
  fields: {
    kind: v.optional(choice('Tipo di richiesta', requestKinds), 'nuova'),
    applicant: v.optional(choice('Richiedente', applicants), 'privato'),
    customer_id: optional(reference('Cliente')),
    name: text('Nome', { max: 80 }),
    lastname: text('Cognome', { max: 80 }),
    fiscalCode: fiscalCode('Codice fiscale'),
    bornIn: optionalText('Nato a', { max: 80 }),
    bornDate: optional(date('Nato il')),
    address: text('Indirizzo', { max: 160 }),
    cap: cap('CAP'),
    city: text('Città', { max: 80 }),
    province: province('Provincia'),
    phone: phone('Telefono'),
    email: optional(email('Email')),
    businessName: optionalText('Ragione sociale', { max: 160 }),
    piva: optional(piva('Partita IVA')),
    sdi: optional(sdi('Codice SDI')),
    pec: optional(pec('PEC')),
    plate: plate('Targa'),
    vehicle: text('Marca/modello', { max: 80 }),
    registration_at: optional(date('Immatricolazione')),
    tank_serial: optionalText('Matricola serbatoio', { max: 40 }),
    tank_expiration: date('Scadenza serbatoio'),
    install_type: optional(choice('Impianto', installTypes)),
    station_id: reference('Punto vendita di ritiro'),
    course_id: optional(reference('Corso')),
    course_attended_at: optional(date('Corso frequentato il')),
    leaflet_given: v.optional(flag('Opuscolo consegnato'), false),
    demo_done: v.optional(flag('Dimostrazione pratica eseguita'), false),
    vehicle_checked: v.optional(flag('Veicolo e serbatoio verificati'), false),
    privacy: flag('Consenso privacy'),
    note: longText('Note'),
  },
  row: {
    number: v.string(),
    status: v.picklist(keysOf(requestStatuses)),
    created_at: v.string(),
    station: v.nullable(v.object({ id: v.number(), code: v.string(), name: v.string() })),
    course: v.nullable(
      v.object({ id: v.number(), title: v.string(), date: v.string(), start: v.string(), status: v.picklist(keysOf(courseStatuses)) }),
    ),
    reject_reason: nullableText,
    completed_at: nullableText,
    card_id: v.nullable(v.number()),
  },
  record: {
    customer: v.nullable(v.object({ id: v.number(), code: v.number(), name: v.string() })),
    trainer: nullableText,
  },
  filters: {
    status: listParam(v.picklist(keysOf(requestStatuses))),
    station_id: anyId,
    course_id: anyId,
    /** Days of creation, both included. */
    from: optional(date('Dal')),
    to: optional(date('Al')),
    ...facets('status'),
  },
  order: '-id',
  ok: ['Richiesta inserita', 'Richiesta modificata', 'Richiesta eliminata'],
  read: 'gpl.read',
  write: 'gpl.write',
  also: ['files'],
})

/** "Richieste GPL Card". `course_id` books a seat or gives it back; `status` changes as src/rules/gpl/request-states.ts allows. */
export const gplRequests = resource('gpl-card-requests', {
  ...plain,
  create: { ...plain.create, touches: ['gpl-courses'] },
  update: {
    ...plain.update,
    body: v.object({
      ...plain.update.body.entries,
      status: v.optional(
        choice('Stato', { CREATED: requestStatuses.CREATED, COMPLETED: requestStatuses.COMPLETED, REJECTED: requestStatuses.REJECTED }),
      ),
      reject_reason: optionalText('Motivo', { max: 500 }),
    }),
    touches: ['gpl-courses', 'cards', 'customers'],
  },
  pdf: get('/gpl-cards-requests/{id}/pdf', { envelope: 'blob', policy: 'gpl.read' }),
})
/** The empty form; another `type` than those of an applicant is `privato`. */
export const gplModules = resource('gpl-modules', {
  empty: get('/generate-empty-gnp-card-module', {
    query: v.object({ type: v.optional(v.string()) }),
    envelope: 'blob',
    policy: 'gpl.read',
  }),
})
