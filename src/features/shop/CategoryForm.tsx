import { ecommerceCategories } from '../../contract/shop/categories.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import type { RowOf } from '../../crud/list/list-search.ts'

type Category = RowOf<typeof ecommerceCategories.list>
const empty = { name: '', parent_id: null, active: true } as const

/** A category, with the one it is under. */
export function CategoryForm({ record, onDone }: FormProps<Category>) {
  const { form, field, schema } = useRecordForm(ecommerceCategories, record, empty, onDone)
  const of = { field, schema }
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Fields of={of} names={['name']} />
      <LookupSelect
        {...field('parent_id')}
        source={ecommerceCategories.list}
        // Categories have two levels, so only a top-level category may be the parent.
        say={({ id, name, parent_id }: Category) => (parent_id === null && id !== record?.id ? name : undefined)}
      />
      <Fields of={of} names={['active']} />
    </RecordForm>
  )
}
