import { Group, Stack } from '@mantine/core'
import type { AudienceInput } from '../../../contract/content/audience.ts'
import { type Communication, communications, controls, messages } from '../../../contract/content/communications.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { RichTextField } from '../../../ui/RichTextField.tsx'
import { AudienceFields } from '../AudienceFields.tsx'

interface CommunicationFormProps {
  type: 1 | 2
  /** A draft; undefined for a new one. */
  record: Communication | undefined
  onDone: (saved: Communication) => void
  onCancel: () => void
}
const empty = {
  ...{ subject: '', body: '', roles: [], stations: [], users: [], priority: 'normale' as const },
  ...{ push: true, mail: true, ack_due: null, draft: true },
}
const NOBODY = { station_names: [], user_names: [] }

/** A message or control communication as a draft: it is sent from its page, once its recipients have been looked at. */
export function CommunicationForm({ type, record, onDone, onCancel }: CommunicationFormProps) {
  const resource = (type === 2 ? controls : messages) as typeof messages
  const start = record ? { ...record, ...record.to } : undefined
  const { draft: _, ...fields } = empty
  const { form, field, schema, values } = useRecordForm(
    resource,
    start as never,
    (record ? fields : empty) as typeof empty,
    onDone as never,
  )
  const chosen: AudienceInput = {
    roles: values.useValue('roles') ?? [],
    stations: values.useValue('stations') ?? [],
    users: values.useValue('users') ?? [],
  }
  const of = { field, schema } as never
  return (
    <RecordForm form={form} onCancel={onCancel} submit="Salva bozza">
      <Fields of={of} names={['subject' as never]} />
      <RichTextField
        label="Testo"
        defaultValue={values.get('body')}
        onChange={(html) => values.set('body', html)}
        error={form.errors.body}
      />
      <AudienceFields
        value={chosen}
        source={communications.reached}
        known={record?.to ?? NOBODY}
        errors={form.errors}
        onChange={(next) => {
          for (const name of ['roles', 'stations', 'users'] as const) if (next[name] !== chosen[name]) values.set(name, next[name])
        }}
      />
      <Group grow align="flex-start">
        <Stack gap="sm">
          <Fields of={of} names={(type === 2 ? ['priority', 'ack_due'] : ['priority']) as never[]} />
        </Stack>
      </Group>
      <Fields of={of} names={['push' as never, 'mail' as never]} />
    </RecordForm>
  )
}
