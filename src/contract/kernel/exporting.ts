import * as v from 'valibot'
import { get, post, resource } from './endpoint.ts'
import { Job } from './jobs.ts'

/** Longer lists are exported by the server, as a job. */
export const MAX_BROWSER_EXPORT_ROWS = 5_000
/** Lists that the server can export, by the name of their call. */
export const exportedLists = [
  'activity.list',
  'cards.list',
  'customer-logs.list',
  'customers.list',
  'ecommerce-orders.list',
  'history.list',
  'inspections.list',
  'stations.list',
  'tickets.list',
] as const
export type ExportedList = (typeof exportedLists)[number]
/** Days after which an exported file is deleted. */
export const EXPORT_DAYS = 7

const name = v.pipe(v.string(), v.maxLength(60))
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.number(), v.boolean()])

/** (+) Exports a list of any length as a file (`server/resources/overview/export-kind.ts`). */
export const exporting = resource('exports', {
  start: post('/exports', {
    body: v.object({
      list: v.picklist(exportedLists, 'Questo elenco non si esporta dal server.'),
      format: v.picklist(['csv', 'xlsx'], 'Il formato deve essere csv o xlsx.'),
      /** The current parameters of the list, including its order. */
      search: v.optional(v.record(name, v.union([value, v.pipe(v.array(value), v.maxLength(100))])), {}),
      /** Headings of the visible columns, in their order. */
      columns: v.pipe(v.array(name), v.minLength(1, 'Scegli almeno una colonna.'), v.maxLength(60)),
    }),
    output: Job,
    ok: 'Esportazione avviata',
    policy: 'auth',
    touches: ['jobs'],
  }),
  /** The file of a finished job. Only for the person who started it and may still read the list, for `EXPORT_DAYS`. */
  file: get('/exports/{id}', { envelope: 'blob', policy: 'auth' }),
})
