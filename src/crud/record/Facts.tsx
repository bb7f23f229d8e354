import { Fragment, type ReactNode } from 'react'
import type * as v from 'valibot'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { fieldAt, labelAndRequired } from '../../rules/shared/schema-fields.ts'
import { type Call, singleFields } from '../form/form-paths.ts'
import classes from './Facts.module.css'
import { fieldValue } from './field-value.tsx'

interface FactsProps<E extends Call> {
  resource: { update: E }
  record: { readonly [K in keyof Output<E>]?: Output<E>[K] | undefined }
  /** In this order; all that a form edits unless told. */
  names?: readonly (keyof Output<E> & string)[]
  /** What stands elsewhere on the page, as its title does. */
  without?: readonly (keyof Output<E> & string)[]
  /** What is not a field, or is read otherwise: by label, after the others. */
  more?: Readonly<Record<string, ReactNode>>
}
const blank = (value: ReactNode) => (value === null || value === undefined || value === '' ? '–' : value)

/** A record as it is read: the label of each field and its value. */
export function Facts<E extends Call>({
  resource: { update },
  record,
  names = singleFields(update.body) as never[],
  without = [],
  more = {},
}: FactsProps<E>) {
  // Of what nobody writes the answer alone tells.
  const schemaOf = (name: string) => (fieldAt(update.body!, name) ? update.body! : (update.output as v.GenericSchema))
  return (
    <dl className={classes.facts}>
      {names
        .filter((name) => !without.includes(name))
        .map((name) => (
          <Fragment key={name}>
            <dt>{labelAndRequired(schemaOf(name), name).label ?? name}</dt>
            <dd>{blank(fieldValue(fieldAt(schemaOf(name), name)!, record[name as keyof typeof record]))}</dd>
          </Fragment>
        ))}
      {Object.entries(more).map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{blank(value)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
