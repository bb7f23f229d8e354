import { ActionIcon, Button, Group, Table, TableScrollContainer, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type * as v from 'valibot'
import type { Output } from '../contract/endpoint.ts'
import { kindOf, wordsOf } from '../contract/fields.ts'
import { useCan } from '../lib/session.ts'
import { describe, fieldAt, type Holder, inside } from '../rules/field-paths.ts'
import { IconPlus, IconTrash } from '../ui/icons.tsx'
import classes from './Children.module.css'
import { Fields, type FormFields, type Inputs } from './Fields.tsx'
import { type Call, emptyOf } from './form-paths.ts'
import { useFormRows } from './form-rows.ts'
import { RecordForm } from './RecordForm.tsx'
import { shown } from './shown.tsx'
import { useRecordForm } from './use-record-form.ts'

interface Editable {
  update: Call
}
interface ChildrenProps<R extends Editable, K extends keyof Output<R['update']> & string> {
  resource: R
  record: Output<R['update']>
  /** The list in the record. */
  path: K
  /** In words: 'Aggiungi carta', 'Togli la carta', 'Nessuna carta.'. */
  words: readonly [add: string, remove: string, none: string]
  /** Of a field that asks for more than the contract tells: what is drawn where it is written, and where it is read. */
  inputs?: Inputs
  cells?: Readonly<Record<string, (row: any) => ReactNode>>
  /** Of a record that is not for this person to change, whatever else is. */
  locked?: boolean
}

/** The rows that belong to a record: edited in place and saved together for who may change the record, a table for who may read it. */
export const Children = <R extends Editable, K extends keyof Output<R['update']> & string>(props: ChildrenProps<R, K>) =>
  useCan()(props.resource.update.policy) && !props.locked ? (
    <ChildrenForm {...(props as unknown as Loose)} />
  ) : (
    <ChildrenTable {...(props as unknown as Loose)} />
  )

// Inside of the kit any record will do: who uses it is held by the types above.
interface Loose extends Omit<ChildrenProps<{ update: Call }, never>, 'record' | 'path'> {
  record: any
  path: string
}

/** The fields of a row of the list at `path`, and one that begins. */
function rowOf(schema: v.GenericSchema, path: string) {
  const { id: _, ...fields } = (fieldAt(schema, `${path}.0`) as v.ObjectSchema<v.ObjectEntries, undefined>).entries
  return { names: Object.keys(fields), blank: emptyOf(fields) }
}

/** Past so many fields a row has no room under one head: it is a small form by itself. */
const MOST_COLUMNS = 7
/** Room for a day with its calendar, for a tick, for the words of a picklist, and the rest for what is written. */
const widthOf = (about: v.GenericSchema) =>
  kindOf(about) === 'day'
    ? '8rem'
    : (inside(about) as Holder).type === 'boolean'
      ? '5rem'
      : wordsOf(about)
        ? 'minmax(6.25rem, 1fr)'
        : 'minmax(5rem, 1.4fr)'

function ChildrenForm({ resource, record, path, words: [add, remove, none], inputs }: Loose) {
  const form = useRecordForm(resource as { update: any }, record, { [path]: [] } as object, () => {}, path)
  const children = useFormRows(form.values as any, path)
  const { names, blank } = rowOf(form.schema, path)
  const columns = names.map((name) => widthOf(fieldAt(form.schema, `${path}.0.${name}`)!)).join(' ')
  const long = names.length > MOST_COLUMNS
  return (
    <RecordForm form={form.form} onCancel={() => void form.form.reset()}>
      <div className={classes.rows} style={{ '--columns': columns } as CSSProperties}>
        {children.rows.length > 0 && !long && (
          <div className={classes.heads} data-heads aria-hidden>
            {names.map((name) => (
              <span key={name}>{describe(form.schema, `${path}.0.${name}`).label ?? name}</span>
            ))}
          </div>
        )}
        {children.rows.map(({ key, at, remove: take }) => (
          <div key={key} className={classes.row} data-long={long || undefined}>
            <Fields of={form as unknown as FormFields<string>} names={names.map((name) => `${path}.${at}.${name}`)} inputs={inputs} />
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
    </RecordForm>
  )
}

function ChildrenTable({ resource, record, path, words: [, , none], cells = {} }: Loose) {
  const rows = record[path] as Record<string, unknown>[]
  const schema = resource.update.body!
  const { names } = rowOf(schema, path)
  if (!rows.length) return <Text c="dimmed">{none}</Text>
  return (
    <TableScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name}>{describe(schema, `${path}.0.${name}`).label ?? name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={JSON.stringify(row)}>
              {names.map((name) => (
                <Table.Td key={name}>{cells[name]?.(row) ?? shown(fieldAt(schema, `${path}.0.${name}`)!, row[name])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  )
}
