import * as v from 'valibot'
import { inspections } from '../../contract/inspections/inspections.ts'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { listSearch } from '../../crud/list/list-search.ts'

/** Parameters in the address of /verifiche: the list and the open dialog. */
export const inspectionsSearch = listSearch(inspections.list, {
  nuova: v.picklist(['avvia', 'pianifica', 'importa']),
  /** With `nuova=avvia`: what the verifica to repeat was about. */
  modello: wholeNumber(1),
  pv: wholeNumber(1),
  /** The month `YYYY-MM` of the calendar, which stands in place of the list. */
  mese: v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
})
