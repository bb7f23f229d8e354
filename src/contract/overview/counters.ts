import * as v from 'valibot'
import { get, resource } from '../kernel/endpoint.ts'
import { policies } from '../kernel/policies.ts'
import { fieldRoles } from '../kernel/roles.ts'

/** The figures of the dashboard. */
export const counters = resource('counters', {
  /** Enabled users and stations not deleted. */
  admin: get('/counters/admin', {
    output: v.object({ users: v.number(), stations: v.number() }),
    policy: 'dash.admin',
    steady: true,
    kept: { place: 'cache', by: ['superAdmin'] },
  }),
  /** Banks, cards and customers; null is "not known", for as long as the network's cards and customers are not kept here. */
  accounting: get('/counters/accounting', {
    output: v.object({ banks: v.number(), cards: v.nullable(v.number()), customers: v.nullable(v.number()) }),
    policy: 'dash.accounting',
    steady: true,
    kept: { place: 'cache', by: ['accounting', 'accounting_readonly'] },
  }),
  /** Stations of the caller. */
  station: get('/counters/station', {
    output: v.object({ stations: v.number() }),
    policy: 'dash.station',
    steady: true,
    kept: { place: 'cache', by: policies['dash.station'].roles },
  }),
  /** Own inspections begun and planned, and the non-conformities of own inspections still open; a super administrator counts all. */
  inspection: get('/counters/inspection', {
    output: v.object({ drafts: v.number(), planned: v.number(), open_nc: v.number() }),
    policy: 'insp',
    steady: true,
    kept: { place: 'cache', by: fieldRoles },
  }),
})
