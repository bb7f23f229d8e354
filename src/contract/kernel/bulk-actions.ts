import type * as v from 'valibot'
import type { Endpoint } from './endpoint.ts'
import type { PolicyName } from './policies.ts'

/** What may be done with many rows of a list at once: a call of its resource, made for each. */
export interface BulkAction {
  /** 'Elimina' */
  label: string
  /** The call of the resource that does one row: it decides of each. */
  call: string
  /** Who is offered it; the call asks for its own besides. */
  policy: PolicyName
  /** Red: it takes something away. */
  danger?: true
  /** What a person gives once for all rows. */
  values?: v.ObjectSchema<v.ObjectEntries, undefined>
  /** The filter of the list by which a value is chosen, where it has another name. */
  as?: Readonly<Record<string, string>>
}
export type BulkActions = Readonly<Record<string, BulkAction>>
/** What a list declares as `bulk`, by name. */
export const bulkActions = (list: Endpoint): BulkActions => (list as { bulk?: BulkActions }).bulk ?? {}
export const deletion = (policy: PolicyName) => ({ remove: { label: 'Elimina', call: 'remove', policy, danger: true } }) as const
