import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import type { Icon } from '../../ui/icons.tsx'
import type { Inputs } from '../form/Fields.tsx'
import type { RowsOf } from '../form/FormRows.tsx'
import type { Call } from '../form/form-paths.ts'
import type { ListEndpoint } from './list-search.ts'

/** A resource of `crud()`; where there is no `get` of one record, what a dialog edits is the row. */
export interface CrudResource {
  list: ListEndpoint
  create: Call
  update: Call
  remove: Endpoint & Named & { method: 'DELETE' }
  get?: Call & { method: 'GET'; acts?: never }
  /** Where its rows stand in an order of their own (src/contract/kernel/reorder.ts). */
  reorder?: Call
}
export type Ordered = Pick<CrudResource, 'list'> & { reorder: Call }
/** The ids of all rows as they are to stand, and as they stood. */
export interface Order {
  ids: number[]
  was: number[]
}
/** 'Nuova banca': the title of one that begins; one that is there is 'Modifica banca'. */
export type Fresh = `Nuov${'o' | 'a'} ${string}`
/** What a page says of its records. */
export interface CrudWords {
  /** 'Banche' */
  title: string
  fresh: Fresh
  /** 'la banca' */
  thing: string
  /** 'Nessuna banca.' */
  none: string
  icon: Icon
}
export interface CrudContext {
  list?: object
  create?: object
  remove?: object
  /** Whoever may write such rows elsewhere reads them here. */
  locked?: boolean
  /** A row may be duplicated: the fields that tell one from another, which a copy begins without. */
  omitFromCopy?: readonly string[]
  /** Of a field that asks for more than the contract tells: what is drawn for it. */
  inputs?: Inputs
  /** A list of rows in the form. */
  rows?: RowsOf
}
/** A form of a record, undefined for one that begins. */
export interface FormProps<T> {
  record: T | undefined
  onDone: () => void
  /** What a copy begins as, and of which record it is one. */
  prefill?: { id: number; values: object } | undefined
}
