import * as v from 'valibot'
import { get, put, resource } from '../kernel/endpoint.ts'
import { integer, optional, revision } from '../kernel/fields.ts'

/** How a kind of records is kept: the fewest months that may be set, and why; `proposed` is shown where nothing is set. */
interface Retained {
  title: string
  min: number
  proposed: number
  why: string
}
/** No kind is kept for longer than a century. */
const MOST_MONTHS = 1_200
/**
 * The kinds of records that go after a time. The laws are quoted as the office must confirm them; below `min` nothing can be set.
 * Documents deleted by hand, keys and rows of old jobs go by rules of their own (`delete-expired.ts`).
 */
export const retained = {
  activity: {
    ...{ title: 'Registro attività', min: 6, proposed: 12 },
    why: 'Almeno 6 mesi: Garante privacy, provvedimento del 27/11/2008. Si conserva sempre per un periodo.',
  },
  history: {
    ...{ title: 'Storico delle modifiche', min: 24, proposed: 60 },
    why: 'Lo storico di clienti, tessere, buoni, ordini, fondi cassa, gestioni e cedolini resta comunque 10 anni (art. 2220 c.c.).',
  },
  customer_logs: {
    ...{ title: 'Log operazioni clienti', min: 12, proposed: 60 },
    why: 'Restano comunque le righe che provano una cancellazione di dati.',
  },
  notifications: {
    ...{ title: 'Notifiche', min: 1, proposed: 12 },
    why: 'Quelle della campanella, lette e non lette. Restano comunque quelle ancora da inviare.',
  },
  payrolls: {
    ...{ title: 'Cedolini', min: 60, proposed: 120 },
    why: 'Dalla fine del loro mese. Almeno 5 anni: libro unico del lavoro (D.M. 9/7/2008, art. 6).',
  },
  cuds: {
    ...{ title: 'Certificazioni Uniche', min: 84, proposed: 120 },
    why: 'Dalla fine del loro anno. Almeno 7 anni: termini dell’accertamento (art. 43 D.P.R. 600/1973).',
  },
  customers: {
    ...{ title: 'Dati personali dei clienti', min: 120, proposed: 120 },
    why: 'Di chi non ha tessere da cessare, dall’ultima modifica di anagrafica, tessere, buoni e richieste. Almeno 10 anni (art. 2220 c.c.); restano quelli conservati per un contenzioso.',
  },
  gpl_requests: {
    ...{ title: 'Richieste GPL annullate', min: 1, proposed: 24 },
    why: 'Dall’ultima modifica, con i loro file.',
  },
} as const satisfies Record<string, Retained>
export type RetainedKind = keyof typeof retained
export const retainedKinds = Object.keys(retained) as RetainedKind[]

/** Months that the records of a kind stay. */
const months = (kind: RetainedKind) => integer(retained[kind].title, { min: retained[kind].min, max: MOST_MONTHS })
/** Null: they are kept without end. */
const fields = {
  activity: months('activity'),
  history: optional(months('history')),
  customer_logs: optional(months('customer_logs')),
  notifications: optional(months('notifications')),
  payrolls: optional(months('payrolls')),
  cuds: optional(months('cuds')),
  customers: optional(months('customers')),
  gpl_requests: optional(months('gpl_requests')),
}
export const Retention = v.object({ id: v.number(), rev: v.number(), ...fields, updated_at: v.nullable(v.string()) })
export type Retention = v.InferOutput<typeof Retention>
export type Months = Record<RetainedKind, number | null>

const param = (kind: RetainedKind) =>
  v.optional(v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}$/))]), v.transform(Number), months(kind)))
export const retention = resource('retention', {
  get: get('/settings/retention', { output: Retention, policy: 'settings.write' }),
  update: put('/settings/retention', {
    body: v.object({ ...fields, rev: revision }),
    output: Retention,
    ok: 'Periodi di conservazione salvati',
    policy: 'settings.write',
  }),
  /** What would go with these months, and goes not: a kind without months is left out. `before`: the first day that stays, in Rome. */
  trial: get('/settings/retention/trial', {
    query: v.object({
      activity: param('activity'),
      history: param('history'),
      customer_logs: param('customer_logs'),
      notifications: param('notifications'),
      payrolls: param('payrolls'),
      cuds: param('cuds'),
      customers: param('customers'),
      gpl_requests: param('gpl_requests'),
    }),
    output: v.array(v.object({ kind: v.picklist(retainedKinds), rows: v.number(), before: v.string() })),
    policy: 'settings.write',
  }),
})
