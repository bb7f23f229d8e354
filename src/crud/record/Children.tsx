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
  /** Name of the list in the record. */
  path: K
  /** For example 'Aggiungi carta', 'Togli la carta', 'Nessuna carta.'. */
  words: readonly [add: string, remove: string, none: string]
  /** Inputs and cells for fields that need more than the contract tells. */
  inputs?: Inputs
  cells?: Readonly<Record<string, (row: any) => ReactNode>>
  /** Read only, whatever the person may do elsewhere. */
  locked?: boolean
}

/** The rows that belong to a record: a form for people who may change the record, a table for the others. */
export const Children = <R extends Editable, K extends keyof Output<R['update']> & string>(props: ChildrenProps<R, K>) =>
  useCan()(props.resource.update.policy) && !props.locked ? (
    <ChildrenForm {...(props as unknown as AnyChildrenProps)} />
  ) : (
    <ChildrenTable {...(props as unknown as AnyChildrenProps)} />
  )

// Inside the component any record will do; the props above hold callers to their types.
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
