import { Table, TableScrollContainer, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { useCan } from '../../lib/session.ts'
import { fieldAt, labelAndRequired } from '../../rules/shared/schema-fields.ts'
import type { Inputs } from '../form/Fields.tsx'
import { FormRows, type RowsForm, rowOf } from '../form/FormRows.tsx'
import type { Call } from '../form/form-paths.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { fieldValue } from './field-value.tsx'

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
    <ChildrenForm {...(props as unknown as AnyChildrenProps)} />
  ) : (
    <ChildrenTable {...(props as unknown as AnyChildrenProps)} />
  )

// Inside of the kit any record will do: who uses it is held by the types above.
interface AnyChildrenProps extends Omit<ChildrenProps<{ update: Call }, never>, 'record' | 'path'> {
  record: any
  path: string
}

function ChildrenForm({ resource, record, path, words, inputs }: AnyChildrenProps) {
  const form = useRecordForm(resource as { update: any }, record, { [path]: [] } as object, () => {}, path)
  return (
    <RecordForm form={form.form} onCancel={() => void form.form.reset()}>
      <FormRows of={form as unknown as RowsForm} path={path} words={words} inputs={inputs} />
    </RecordForm>
  )
}

function ChildrenTable({ resource, record, path, words: [, , none], cells = {} }: AnyChildrenProps) {
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
              <Table.Th key={name}>{labelAndRequired(schema, `${path}.0.${name}`).label ?? name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={JSON.stringify(row)}>
              {names.map((name) => (
                <Table.Td key={name}>{cells[name]?.(row) ?? fieldValue(fieldAt(schema, `${path}.0.${name}`)!, row[name])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  )
}
