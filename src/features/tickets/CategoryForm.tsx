import type { Output } from '../../contract/kernel/endpoint.ts'
import { notificationGroups } from '../../contract/notifications/groups.ts'
import { ticketCategories } from '../../contract/tickets/categories.ts'
import { defaultMails, mailUses } from '../../contract/tickets/default-mails.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { Columns } from '../../ui/Columns.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'

type Category = Output<typeof ticketCategories.get>
const empty = {
  ...{ name: '', parent_id: null, color: '', default_priority: 2, sla_hours: 48, requires_station: false },
  ...{ notification_group_id: null, default_assignee_id: null, default_mail_id: null, active: true },
}
type Mail = Output<typeof defaultMails.list>[number]
const mailName = ({ name, event }: Mail) => `${name} · ${mailUses[event]}`

export function CategoryForm({ record, onDone }: FormProps<Category>) {
  const { form, field, schema } = useRecordForm(ticketCategories, record, empty, onDone)
  const of = { field, schema }
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={of} names={['name']} />
        <LookupSelect
          {...field('parent_id')}
          source={ticketCategories.list}
          given={{ active: true }}
          // Categories have two levels, so only a top-level category may be the parent.
          say={({ id, name, parent_id }: Category) => (parent_id === null && id !== record?.id ? name : undefined)}
        />
        <PrioritySelect {...field('default_priority')} />
        <Fields of={of} names={['sla_hours', 'color']} />
        <LookupSelect {...field('notification_group_id')} source={notificationGroups.names} />
        <LookupSelect {...field('default_assignee_id')} source={tickets.users} description="Riceve subito ogni nuovo ticket." />
        <LookupSelect
          {...field('default_mail_id')}
          source={defaultMails.list}
          given={{ active: true }}
          say={mailName}
          description="Al posto di quello comune."
        />
      </Columns>
      <Fields of={of} names={['requires_station', 'active']} />
    </RecordForm>
  )
}
