import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import type { Icon } from '../../ui/icons.tsx'
import type { Inputs } from '../form/Fields.tsx'
import type { RowsOf } from '../form/FormRows.tsx'
import type { Call } from '../form/form-paths.ts'
import type { Values } from '../form/merge.ts'
import type { ListEndpoint } from './list-search.ts'

/** A resource of `crud()`. Without `get` the dialog edits the row of the list. */
export interface CrudResource {
  list: ListEndpoint
  create: Call
  update: Call
  remove: Endpoint & Named & { method: 'DELETE' }
  get?: Call & { method: 'GET'; acts?: never }
  /** For lists with an order of their own (src/contract/kernel/reorder.ts). */
  reorder?: Call
}
export type Ordered = Pick<CrudResource, 'list'> & { reorder: Call }
/** The ids of all rows in the new order, and in the previous one. */
export interface Order {
  ids: number[]
  was: number[]
}
/** 'Nuova banca': dialog title of a new record. An existing one is titled 'Modifica banca'. */
export type Fresh = `Nuov${'o' | 'a'} ${string}`
/** The page's texts about its records. */
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
  /** Read only here, even for people who may write such rows elsewhere. */
  locked?: boolean
  /** Enables "Duplica". The unique fields, which a copy starts without. */
  omitFromCopy?: readonly string[]
  /** Inputs for fields that need more than the contract tells. */
  inputs?: Inputs
  /** What is wrong with a record as a whole, by field; `saved` is undefined for a new one. */
  faults?: (values: Values, saved: Values | undefined) => Record<string, string | undefined>
  /** A list of rows in the form. */
  rows?: RowsOf
}
/** Props of a record's form; `record` is undefined for a new one. */
export interface FormProps<T> {
  record: T | undefined
  onDone: () => void
  /** Initial values of a copy, and the id of the original. */
  prefill?: { id: number; values: object } | undefined
  /** What the page already knows of a new record, such as its station (`context.create`). */
  given?: object | undefined
}
