import { MultiSelect, Select, type SelectProps } from '@mantine/core'
import { type ContactCategory, contactContainers, contactItems, usefulContacts } from '../../contract/content/useful-contacts.ts'
import { roleLabels, roleNames } from '../../contract/kernel/roles.ts'
import { CrudForm } from '../../crud/form/CrudForm.tsx'
import { Fields } from '../../crud/form/Fields.tsx'
import type { Call } from '../../crud/form/form-paths.ts'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { RecordDialog } from '../../crud/form/RecordDialog.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { CrudContext, FormProps, Fresh } from '../../crud/list/crud-types.ts'
import { type ContactPart, useContactDialog } from './use-contact-dialog.ts'

interface Part {
  fresh: Fresh
  resource: { create: Call; update: Call; reorder: Call }
  /** The field that names the record it stands under. */
  owner?: string
}
const parts: Record<ContactPart, Part> = {
  categoria: { fresh: 'Nuova categoria', resource: usefulContacts },
  contenitore: { fresh: 'Nuovo contenitore', resource: contactContainers, owner: 'category_id' },
  contatto: { fresh: 'Nuovo contatto', resource: contactItems, owner: 'container_id' },
}
const roleChoices = roleNames.map((value) => ({ value, label: roleLabels[value] }))
/** Unlike the others a category has a list, of the roles it is for. */
function CategoryForm({ record, onDone }: FormProps<ContactCategory>) {
  const { form, field, schema } = useRecordForm(usefulContacts, record, { name: '', icon: null, roles: [] }, onDone)
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Fields of={{ field, schema }} names={['name', 'icon']} />
      <MultiSelect
        {...field('roles')}
        data={roleChoices}
        searchable
        clearable
        description="Vuoto: tutti quelli che possono aprire la pagina."
      />
    </RecordForm>
  )
}
type ContainerSelectProps = Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> & {
  categories: readonly ContactCategory[]
  defaultValue?: number | null
  onChange?: (id: number | null) => void
}
const ContainerSelect = ({ categories, defaultValue, onChange, ...props }: ContainerSelectProps) => (
  <Select
    {...props}
    searchable
    allowDeselect={false}
    defaultValue={defaultValue ? String(defaultValue) : null}
    onChange={(value) => onChange?.(value === null ? null : Number(value))}
    data={categories.map(({ name, containers }) => ({
      group: name,
      items: containers.map((one) => ({ value: String(one.id), label: one.name })),
    }))}
  />
)

interface ContactDialogsProps {
  /** Undefined while loading. */
  categories: readonly ContactCategory[] | undefined
  isError: boolean
  refetch: () => unknown
}
/** The form of a category, a container or a contact, as the address says. */
export function ContactDialogs({ categories, isError, refetch }: ContactDialogsProps) {
  const { part, subject, under } = useContactDialog()
  if (!part) return null
  const { fresh, resource, owner } = parts[part]
  const containers = categories?.flatMap((one) => one.containers)
  const rows = { categoria: categories, contenitore: containers, contatto: containers?.flatMap((one) => one.items) }[part]
  const data = rows && (rows.find(({ id }) => id === subject) ?? null)
  const inputs: CrudContext['inputs'] = {
    category_id: (props) => <LookupSelect {...props} source={usefulContacts.list} allowDeselect={false} />,
    container_id: (props) => <ContainerSelect {...props} categories={categories ?? []} />,
  }
  return (
    <RecordDialog fresh={fresh} found={{ data, isError, refetch }}>
      {(old, close) =>
        part === 'categoria' ? (
          <CategoryForm record={old as ContactCategory | undefined} onDone={close} />
        ) : (
          <CrudForm
            resource={resource}
            record={old as never}
            onDone={close}
            context={{ inputs, ...(!old && owner && under && { create: { [owner]: under } }) }}
          />
        )
      }
    </RecordDialog>
  )
}
