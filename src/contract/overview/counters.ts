import * as v from 'valibot'
import { get, resource } from '../kernel/endpoint.ts'

/** The figures of the dashboard. */
export const counters = resource('counters', {
  /** Enabled users and stations not deleted. */
  admin: get('/counters/admin', {
    output: v.object({ users: v.number(), stations: v.number() }),
    policy: 'dash.admin',
    steady: true,
    kept: { place: 'cache' },
  }),
  /** Banks, cards and customers that are not deleted. */
  accounting: get('/counters/accounting', {
    output: v.object({ banks: v.number(), cards: v.number(), customers: v.number() }),
    policy: 'dash.accounting',
    steady: true,
    kept: { place: 'cache' },
  }),
  /** Stations of the caller. */
  station: get('/counters/station', {
    output: v.object({ stations: v.number() }),
    policy: 'dash.station',
    steady: true,
    kept: { place: 'cache' },
  }),
  /** (+) Orders of the stations that the caller orders for, or all; articles at their reorder point for who manages orders, else null. */
  orders: get('/counters/orders', {
    output: v.object({ new: v.number(), processing: v.number(), shipped: v.number(), low_stock: v.nullable(v.number()) }),
    policy: 'eco.order',
    steady: true,
    kept: { place: 'page' },
  }),
  /** Own inspections begun and planned, and the non-conformities of own inspections still open; a super administrator counts all. */
  inspection: get('/counters/inspection', {
    output: v.object({ drafts: v.number(), planned: v.number(), open_nc: v.number() }),
    policy: 'insp',
    steady: true,
    kept: { place: 'cache' },
  }),
})
