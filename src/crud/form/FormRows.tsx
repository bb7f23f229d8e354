import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import type * as v from 'valibot'
import { choiceLabels, fieldKind } from '../../contract/kernel/fields.ts'
import { fieldAt, labelAndRequired, type SchemaParts, unwrap } from '../../rules/shared/schema-fields.ts'
import { IconPlus, IconTrash } from '../../ui/icons.tsx'
import classes from '../record/Children.module.css'
import { Fields, type FormFields, type Inputs } from './Fields.tsx'
import { emptyOf } from './form-paths.ts'
import { useFormRows } from './form-rows.ts'

/** The field names of a row of the list at `path`, and an empty row. */
export function rowOf(schema: v.GenericSchema, path: string) {
  const { id: _, ...fields } = (fieldAt(schema, `${path}.0`) as v.ObjectSchema<v.ObjectEntries, undefined>).entries
  return { names: Object.keys(fields), blank: emptyOf(fields) }
}

/** With more fields than this a row does not fit under one header and becomes a small form of its own. */
const MOST_COLUMNS = 7
/** Width of a column: fixed for a day with its calendar and for a checkbox, wider for a picklist, the rest for text. */
const widthOf = (about: v.GenericSchema) =>
  fieldKind(about) === 'day'
    ? '8rem'
    : (unwrap(about) as SchemaParts).type === 'boolean'
      ? '5rem'
      : choiceLabels(about)
        ? 'minmax(6.25rem, 1fr)'
        : 'minmax(5rem, 1.4fr)'

/** The parts of a form that its rows need. */
export type RowsForm = FormFields<string> & { values: Parameters<typeof useFormRows>[0] }
export interface RowsOf {
  /** Path of the list in the form. */
  path: string
  /** For example 'Aggiungi carta', 'Togli la carta', 'Nessuna carta.'. */
  words: readonly [add: string, remove: string, none: string]
  inputs?: Inputs | undefined
}

/** The rows of a list inside a form, edited in place. */
export function FormRows({ of, path, words: [add, remove, none], inputs }: RowsOf & { of: RowsForm }) {
  const children = useFormRows(of.values, path)
  const { names, blank } = rowOf(of.schema, path)
  const columns = names.map((name) => widthOf(fieldAt(of.schema, `${path}.0.${name}`)!)).join(' ')
  const long = names.length > MOST_COLUMNS
  return (
    <>
      <div className={classes.rows} style={{ '--columns': columns } as CSSProperties}>
        {children.rows.length > 0 && !long && (
          <div className={classes.heads} data-heads aria-hidden>
            {names.map((name) => (
              <span key={name}>{labelAndRequired(of.schema, `${path}.0.${name}`).label ?? name}</span>
            ))}
          </div>
        )}
        {children.rows.map(({ key, at, remove: take }) => (
          <div key={key} className={classes.row} data-long={long || undefined}>
            <Fields of={of} names={names.map((name) => `${path}.${at}.${name}`)} inputs={inputs} />
            <ActionIcon variant="subtle" color="red" aria-label={`${remove} ${at + 1}`} onClick={take}>
              <IconTrash />
            </ActionIcon>
          </div>
        ))}
      </div>
      {!children.rows.length && <Text c="dimmed">{none}</Text>}
      <Group>
        <Button variant="default" leftSection={<IconPlus />} onClick={() => children.add(blank)}>
          {add}
        </Button>
      </Group>
    </>
  )
}
