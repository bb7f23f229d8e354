import { Stack, Text } from '@mantine/core'
import { expirations } from '../../contract/expirations.ts'
import { Fields } from '../../crud/Fields.tsx'
import { RecordForm } from '../../crud/RecordForm.tsx'
import { useRecordForm } from '../../crud/use-record-form.ts'
import { day, today } from '../../lib/format.ts'
import { nextDate } from '../../rules/expiration-rules.ts'
import { isRealDay } from '../../rules/inspection-italian.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ExpirationRow } from './words.ts'

/** When it was done, and what comes next of it. */
export function CompleteDialog({ row, onClose }: { row: ExpirationRow; onClose: () => void }) {
  const initial = { done_at: today(), done_note: '', keep_cadence: false }
  const { form, values, ...fields } = useRecordForm(
    { update: expirations.complete },
    { id: row.id, rev: row.rev } as never,
    initial,
    onClose,
    'completa',
  )
  const done: unknown = values.useValue('done_at')
  const keep: boolean = values.useValue('keep_cadence')
  const again = row.periodicity !== 'once'
  const next = typeof done === 'string' && isRealDay(done) ? nextDate(row, done, keep) : undefined
  return (
    <Dialog opened onClose={onClose} title="Completa la scadenza" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text>
          {row.message}, del {day(row.date)}
        </Text>
        <RecordForm form={form} onCancel={onClose} submit="Completa">
          <Fields of={fields} names={again ? ['done_at', 'done_note', 'keep_cadence'] : ['done_at', 'done_note']} />
          <Text size="sm" role="status">
            {again ? `Prossima scadenza: ${next ? day(next) : '–'}` : 'È una tantum: non ne segue un’altra.'}
          </Text>
        </RecordForm>
      </Stack>
    </Dialog>
  )
}
