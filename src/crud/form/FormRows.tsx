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

/** The fields of a row of the list at `path`, and one that begins. */
export function rowOf(schema: v.GenericSchema, path: string) {
  const { id: _, ...fields } = (fieldAt(schema, `${path}.0`) as v.ObjectSchema<v.ObjectEntries, undefined>).entries
  return { names: Object.keys(fields), blank: emptyOf(fields) }
}

/** Past so many fields a row has no room under one head: it is a small form by itself. */
const MOST_COLUMNS = 7
/** Room for a day with its calendar, for a tick, for the words of a picklist, and the rest for what is written. */
const widthOf = (about: v.GenericSchema) =>
  fieldKind(about) === 'day'
    ? '8rem'
    : (unwrap(about) as SchemaParts).type === 'boolean'
      ? '5rem'
      : choiceLabels(about)
        ? 'minmax(6.25rem, 1fr)'
        : 'minmax(5rem, 1.4fr)'

/** What of a form its rows need. */
export type RowsForm = FormFields<string> & { values: Parameters<typeof useFormRows>[0] }
export interface RowsOf {
  /** The list in the form. */
  path: string
  /** In words: 'Aggiungi carta', 'Togli la carta', 'Nessuna carta.'. */
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
