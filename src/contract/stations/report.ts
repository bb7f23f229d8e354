import * as v from 'valibot'
import { post, resource } from '../kernel/endpoint.ts'
import { reference } from '../kernel/fields.ts'
import { stationFilters } from './stations.ts'

export const reportSheetNames = ['stations', 'fuels', 'prices', 'equipment', 'tanks', 'extinguishers', 'networks', 'bills'] as const
export type ReportSheet = (typeof reportSheetNames)[number]
/** More are refused (domain.md 5.3). */
export const MOST_REPORTED = 50_000

/** "Report Excel" (doc 1 §7; domain.md 6.10): it reads, by POST. */
export const stationReport = resource('station_report', {
  report: post('/stations/report', {
    body: v.object({
      /** Of these alone; all that the filters find unless told. */
      stations: v.optional(v.pipe(v.array(reference('Punto vendita')), v.minLength(1), v.maxLength(MOST_REPORTED))),
      filters: v.optional(v.object(stationFilters), {}),
      /** Headings of the sheet "Punti vendita", in their order; all unless told. */
      columns: v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.minLength(1, 'Scegli almeno una colonna.'), v.maxLength(60)),
      ),
      /** (+) All that the caller may read unless told. */
      sheets: v.optional(v.pipe(v.array(v.picklist(reportSheetNames)), v.minLength(1, 'Scegli almeno un foglio.'), v.maxLength(20))),
    }),
    envelope: 'blob',
    success: [200],
    ok: 'Download effettuato.',
    // It may take long and writes nothing: no transaction is held over it.
    spool: true,
    policy: 'export',
  }),
})
