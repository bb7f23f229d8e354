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
  /** Fields to show, in this order; by default all that a form edits. */
  names?: readonly (keyof Output<E> & string)[]
  /** Fields left out, such as the page's title. */
  without?: readonly (keyof Output<E> & string)[]
  /** Further entries by label, after the fields. */
  more?: Readonly<Record<string, ReactNode>>
}
const blank = (value: ReactNode) => (value === null || value === undefined || value === '' ? '–' : value)

/** A record as a list of labels and values. */
export function Facts<E extends Call>({
  resource: { update },
  record,
  names = singleFields(update.body) as never[],
  without = [],
  more = {},
}: FactsProps<E>) {
  // Computed fields are only in the output's schema.
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
