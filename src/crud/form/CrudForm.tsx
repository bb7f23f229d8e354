import type { Output } from '../../contract/kernel/endpoint.ts'
import { Columns } from '../../ui/Columns.tsx'
import type { CrudContext, FormProps } from '../list/crud-types.ts'
import { Fields, type FormFields } from './Fields.tsx'
import { FormRows, type RowsForm } from './FormRows.tsx'
import { type Call, emptyOf, singleFields } from './form-paths.ts'
import type { Values } from './merge.ts'
import { RecordForm } from './RecordForm.tsx'
import { useRecordForm } from './use-record-form.ts'

interface CrudFormProps {
  resource: { create: Call; update: Call; reorder?: Call }
  /** Undefined for a new record. */
  record: Output<Call> | undefined
  onDone: () => void
  context?: CrudContext | undefined
  prefill?: FormProps<object>['prefill']
}

/**
 * The form of a plain record: the contract's fields, the first one focused. A form that needs more is written by hand from the same pieces.
 */
export function CrudForm({ resource, record, onDone, context = {}, prefill }: CrudFormProps) {
  // Values of a new record that nobody types, such as its station.
  const { create: given = {}, inputs, rows, faults } = context
  // Where rows can be reordered, nobody types a position.
  const untyped = (name: string) => name in given || (name === 'position' && resource.reorder)
  const names = singleFields(resource.create.body).filter((name) => !untyped(name))
  const all = rows ? [...names, rows.path] : names
  const copied = Object.fromEntries(Object.entries(prefill?.values ?? {}).filter(([name]) => all.includes(name)))
  const { form, ...rest } = useRecordForm(
    resource,
    record as any,
    { ...emptyOf(resource.create.body!.entries, all), ...copied, ...(!record && given) } as object,
    onDone,
    prefill && `da-${prefill.id}`,
    faults && ((values) => faults(values, record as Values | undefined)),
  )
  const fields = rest as unknown as FormFields<string>
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={fields} names={names} inputs={inputs} />
      </Columns>
      {rows && <FormRows of={rest as unknown as RowsForm} {...rows} />}
    </RecordForm>
  )
}
