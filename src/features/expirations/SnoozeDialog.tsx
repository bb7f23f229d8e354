import { Text } from '@mantine/core'
import { expirations } from '../../contract/expirations/expirations.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { day } from '../../lib/format.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ExpirationRow } from './expiration.ts'

/** Asks until when nobody is reminded of the expiration, and why. */
export function SnoozeDialog({ row, onClose }: { row: ExpirationRow; onClose: () => void }) {
  const { form, ...fields } = useRecordForm(
    { update: expirations.snooze },
    { id: row.id, rev: row.rev } as never,
    { snoozed_until: null, snooze_reason: '' },
    onClose,
    'sospendi',
  )
  return (
    <Dialog opened onClose={onClose} title={`Sospendere i promemoria di «${row.message}»?`} closeOnClickOutside={false}>
      <Text size="sm" mb="sm">
        La data della scadenza resta il {day(row.date)}: fino al giorno scelto non parte nessun promemoria.
      </Text>
      <RecordForm form={form} onCancel={onClose} submit="Sospendi promemoria">
        <Fields of={fields} names={['snoozed_until', 'snooze_reason']} />
      </RecordForm>
    </Dialog>
  )
}
