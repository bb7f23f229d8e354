import type { Output } from '../contract/endpoint.ts'
import { Columns } from '../ui/Columns.tsx'
import { Fields, type FormFields } from './Fields.tsx'
import { type Call, emptyOf, singleFields } from './form-paths.ts'
import { RecordForm } from './RecordForm.tsx'
import { useRecordForm } from './use-record-form.ts'

interface CrudFormProps {
  resource: { create: Call; update: Call; reorder?: Call }
  /** Undefined for one that begins. */
  record: Output<Call> | undefined
  onDone: () => void
  /** What a new one says of itself that nobody types, such as its station. */
  given?: object | undefined
}

/** The form of a plain record: its fields as the contract names them, the first with the focus. One that asks for more is written by hand from the same pieces. */
export function CrudForm({ resource, record, onDone, given = {} }: CrudFormProps) {
  // Where rows are put in order, nobody types a place.
  const untyped = (name: string) => name in given || (name === 'position' && resource.reorder)
  const names = singleFields(resource.create.body).filter((name) => !untyped(name))
  const { form, ...rest } = useRecordForm(
    resource,
    record as any,
    { ...emptyOf(resource.create.body!.entries, names), ...(!record && given) } as object,
    onDone,
  )
  const fields = rest as unknown as FormFields<string>
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={fields} names={names} />
      </Columns>
    </RecordForm>
  )
}
