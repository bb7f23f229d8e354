import * as v from 'valibot'
import { wholeNumber } from '../../../contract/crud.ts'
import { inspectionModels } from '../../../contract/inspection-models.ts'
import { listSearch } from '../../../crud/list-search.ts'
import { dialogSearch } from '../../../crud/record-dialog.ts'

/** What stands in the address of /verifiche/modello: the list, the dialogs, and the model being edited. */
export const modelSearch = listSearch(inspectionModels.list, { ...dialogSearch, id: wholeNumber(1), libreria: v.literal('true') })
export type ModelSearch = ReturnType<typeof modelSearch>
