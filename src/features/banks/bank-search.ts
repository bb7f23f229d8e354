import * as v from 'valibot'
import { banks } from '../../contract/banks.ts'
import { listSearch } from '../../crud/list-search.ts'
import { dialogSearch } from '../../crud/record-dialog.ts'

/** What stands in the address of /stazioni/banche: the list, the dialog, and the open tab of one bank. */
export const bankSearch = listSearch(banks.list, { ...dialogSearch, scheda: v.picklist(['carte', 'file']) })
export type BankSearch = ReturnType<typeof bankSearch>
