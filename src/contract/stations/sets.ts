import * as v from 'valibot'
import { post, resource } from '../kernel/endpoint.ts'
import { revision } from '../kernel/fields.ts'
import { labelled } from '../kernel/valibot-it.ts'
import { Opening, openingFields } from './opening-fields.ts'
import {
  billFields,
  fuelFields,
  networkFields,
  phoneFields,
  StationBill,
  StationFuel,
  StationNetwork,
  StationPhone,
  StationService,
  serviceFields,
} from './set-fields.ts'
import { stationShownIn as touches } from './stations.ts'

const MAX_ROWS = 100
/** A row with an existing `id` updates it, a row without one is new, and rows that are not sent are deleted. */
const rowsOf = <F extends v.ObjectEntries>(label: string, fields: F) =>
  labelled(label, v.pipe(v.array(v.object({ id: v.optional(v.number()), ...fields })), v.maxLength(MAX_ROWS)))
/** The saved set with the revision of its station. */
const setOf = <S extends v.ObjectEntries>(rows: S) => v.object({ id: v.number(), rev: v.number(), ...rows })
const written = { success: [200], policy: 'net.write', touches } as const

/** Each call replaces one set of a station. `rev` is the station's revision. */
export const stationSetCalls = resource('stations', {
  phones: post('/stations/{id}/s/phones', {
    body: v.object({ phones: rowsOf('Telefoni', phoneFields), rev: revision }),
    output: setOf({ phones: v.array(StationPhone) }),
    ok: 'Telefoni modificati',
    ...written,
  }),
  fuels: post('/stations/{id}/s/fuels', {
    body: v.object({ fuels: rowsOf('Carburanti', fuelFields), rev: revision }),
    output: setOf({ fuels: v.array(StationFuel) }),
    ok: 'Carburanti modificati',
    ...written,
  }),
  services: post('/stations/{id}/s/services', {
    body: v.object({ services: rowsOf('Servizi', serviceFields), rev: revision }),
    output: setOf({ services: v.array(StationService) }),
    ok: 'Servizi modificati',
    ...written,
  }),
  networks: post('/stations/{id}/s/networks', {
    body: v.object({ networks: rowsOf('Reti', networkFields), rev: revision }),
    output: setOf({ networks: v.array(StationNetwork) }),
    ok: 'Reti modificate',
    ...written,
  }),
  bills: post('/stations/{id}/s/bills', {
    body: v.object({ bills: rowsOf('Bollette', billFields), rev: revision }),
    output: setOf({ bills: v.array(StationBill) }),
    ok: 'Bollette modificate',
    success: [200],
    policy: 'net.fin',
    touches,
  }),
  openings: post('/stations/{id}/s/openings', {
    body: v.object({ openings: rowsOf('Orari', openingFields), rev: revision }),
    output: setOf({ openings: v.array(Opening) }),
    ok: 'Orari di apertura modificati',
    ...written,
  }),
})
