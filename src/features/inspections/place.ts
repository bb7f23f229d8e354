import * as v from 'valibot'
import { wholeNumber } from '../../contract/crud.ts'
import { readSearch } from '../../crud/list-search.ts'

/** What stands in the address of a verifica: the section, and what is shown instead of it. */
export const readPlace = readSearch({ at: wholeNumber(0), view: v.picklist(['sections', 'summary']) })
export type Place = ReturnType<typeof readPlace>
