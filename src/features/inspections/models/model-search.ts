import * as v from 'valibot'
import { inspectionModels } from '../../../contract/inspections/models.ts'
import { wholeNumber } from '../../../contract/kernel/crud.ts'
import { dialogSearch } from '../../../crud/form/record-dialog.ts'
import { listSearch } from '../../../crud/list/list-search.ts'

/** Parameters in the address of /verifiche/modello: the list, the dialogs, and the model being edited. */
export const modelSearch = listSearch(inspectionModels.list, { ...dialogSearch, id: wholeNumber(1), libreria: v.literal('true') })
