import * as v from 'valibot'
import { get, post, resource } from './endpoint.ts'
import { Job } from './jobs.ts'

/** Longer lists are written by the server, as a job. */
export const MOST_IN_PAGE = 5_000
/** The lists that the server knows how to write, by the name of their call. */
export const exportedLists = ['activity.list', 'history.list', 'inspections.list', 'stations.list', 'tickets.list'] as const
export type ExportedList = (typeof exportedLists)[number]
/** The file of a job stays for so many days. */
export const EXPORT_DAYS = 7

const name = v.pipe(v.string(), v.maxLength(60))
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.number(), v.boolean()])

/** (+) A list as a file, whatever its length (`server/resources/overview/export-kind.ts`). */
export const exporting = resource('exports', {
  start: post('/exports', {
    body: v.object({
      list: v.picklist(exportedLists, 'Questo elenco non si esporta dal server.'),
      format: v.picklist(['csv', 'xlsx'], 'Il formato deve essere csv o xlsx.'),
      /** The parameters of the list as it is shown, its order with them. */
      search: v.optional(v.record(name, v.union([value, v.pipe(v.array(value), v.maxLength(100))])), {}),
      /** The headings of the columns that are shown, in their order. */
      columns: v.pipe(v.array(name), v.minLength(1, 'Scegli almeno una colonna.'), v.maxLength(60)),
    }),
    output: Job,
    ok: 'Esportazione avviata',
    policy: 'auth',
    touches: ['jobs'],
  }),
  /** The file of a job that is done: for who started it and may still read the list, `EXPORT_DAYS` long. */
  file: get('/exports/{id}', { envelope: 'blob', policy: 'auth' }),
})
