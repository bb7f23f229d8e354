import * as v from 'valibot'
import { post, resource } from '../kernel/endpoint.ts'
import { reference } from '../kernel/fields.ts'
import { stationFilters } from './stations.ts'

export const reportSheetNames = ['stations', 'fuels', 'prices', 'equipment', 'tanks', 'extinguishers', 'networks', 'bills'] as const
export type ReportSheet = (typeof reportSheetNames)[number]
/** Maximum stations in a report. */
export const MAX_REPORT_ROWS = 50_000

/** "Report Excel": a read by POST. */
export const stationReport = resource('station_report', {
  report: post('/stations/report', {
    body: v.object({
      /** Only these stations; by default all that match the filters. */
      stations: v.optional(v.pipe(v.array(reference('Punto vendita')), v.minLength(1), v.maxLength(MAX_REPORT_ROWS))),
      filters: v.optional(v.object(stationFilters), {}),
      /** Headings of the sheet "Punti vendita", in their order; by default all. */
      columns: v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1, 'Scegli almeno una colonna.'), v.maxLength(60)),
      ),
      /** (+) Sheets to include; by default all that the caller may read. */
      sheets: v.optional(v.pipe(v.array(v.picklist(reportSheetNames)), v.minLength(1, 'Scegli almeno un foglio.'), v.maxLength(20))),
    }),
    envelope: 'blob',
    success: [200],
    ok: 'Download effettuato.',
    // It can take long and writes nothing, so it holds no transaction.
    spool: true,
    policy: 'export',
  }),
})
