import * as v from 'valibot'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { readSearch } from '../../crud/list/list-search.ts'

/** Parameters in the address of a verifica: the section, the view shown instead of it, or the answer key to go to. */
export const readCompilePlace = readSearch({
  at: wholeNumber(0),
  view: v.picklist(['sections', 'summary']),
  q: v.pipe(v.string(), v.maxLength(160)),
})
export type CompilePlace = ReturnType<typeof readCompilePlace>
