import { Stack, Text } from '@mantine/core'
import { managements } from '../../../contract/people/managements.ts'
import { Fields } from '../../../crud/form/Fields.tsx'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { euro, today } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { usualExpiration } from '../../../rules/people/management-states.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type Management, nameOf, placeOf } from '../managers/words.ts'

interface DialogProps {
  row: Management
  onClose: () => void
}

/** "Rinnova": a later end of the contract. */
export function RenewDialog({ row, onClose }: DialogProps) {
  const initial = { expirationManager: usualExpiration(row.expirationManager ?? today()) }
  // The new date is proposed and not the one of the record.
  const { form, ...fields } = useRecordForm(
    { update: managements.renew },
    { id: row.id, rev: row.rev } as never,
    initial,
    onClose,
    'rinnova',
  )
  return (
    <Dialog opened onClose={onClose} title="Rinnova la gestione" closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose} submit="Rinnova">
        <Fields of={fields} names={['expirationManager']} />
      </RecordForm>
    </Dialog>
  )
}

/** "Cessa": says what follows, and registers the return of the cash where the person may. */
export function EndDialog({ row, onClose }: DialogProps) {
  const money = useCan()('mgmt.fin') && (row.cash_balance ?? 0) > 0
  const initial = { ended_at: today(), end_reason: '', return_cash: false }
  const { form, ...fields } = useRecordForm({ update: managements.end }, { id: row.id, rev: row.rev } as never, initial, onClose, 'cessa')
  const later = (fields.values.useValue('ended_at') ?? '') > today()
  return (
    <Dialog opened onClose={onClose} title="Cessa la gestione" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text>
          {`Dal giorno indicato ${nameOf(row.manager)} non gestisce più ${placeOf(row.station)}: perde l’accesso al punto vendita e gli obblighi aperti si chiudono.`}
        </Text>
        {(row.cash_balance ?? 0) > 0 && (
          <Text>{`Fondo cassa da restituire: ${euro(row.cash_balance!, 2)}.${later ? ' La restituzione si registra dal giorno della cessazione.' : ''}`}</Text>
        )}
        <RecordForm form={form} onCancel={onClose} submit="Cessa">
          <Fields of={fields} names={money ? ['ended_at', 'end_reason', 'return_cash'] : ['ended_at', 'end_reason']} />
        </RecordForm>
      </Stack>
    </Dialog>
  )
}
