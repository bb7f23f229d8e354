import type * as v from 'valibot'
import type { Endpoint } from './endpoint.ts'
import type { PolicyName } from './policies.ts'

/** An action on many rows of a list: a call of its resource, made for each row. */
export interface BulkAction {
  /** 'Elimina' */
  label: string
  /** The word between the label and the rows, where the label has an object of its own: 'Cambia stato di 2 ticket'. */
  of?: 'di' | 'per' | 'su'
  /** Name of the call that handles one row, with its own checks. */
  call: string
  /** Policy for offering the action. The call checks its own policy too. */
  policy: PolicyName
  /** Shown in red, because it removes something. */
  danger?: true
  /** The server says in figures what it would do, before it is asked for. */
  preview?: true
  /** A sentence that the form says about what the action does, where its name does not say it. */
  note?: string
  /** Fields that the person fills in once for all rows. */
  values?: v.ObjectSchema<v.ObjectEntries, undefined>
  /** Fields that the action itself gives: 'Disabilita' is a change with `enabled: 0`. */
  given?: Readonly<Record<string, string | number | boolean>>
  /** Its day is today or before: something that was done. Others are today or later. */
  past?: true
  /** Filter of the list that offers the values of a field, if it has another name. */
  as?: Readonly<Record<string, string>>
}
export type BulkActions = Readonly<Record<string, BulkAction>>
/** The bulk actions of a list, by name. */
export const bulkActions = (list: Endpoint): BulkActions => (list as { bulk?: BulkActions }).bulk ?? {}
export const deletion = (policy: PolicyName) => ({ remove: { label: 'Elimina', call: 'remove', policy, danger: true } }) as const
