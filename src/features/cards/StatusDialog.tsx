import { Select, Text, TextInput } from '@mantine/core'
import { type Card, type CardRow, cards } from '../../contract/cards/cards.ts'
import { blockReasons } from '../../contract/cards/words.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { today } from '../../lib/format.ts'
import { type CardTransition, changeFaults } from '../../rules/cards/card-states.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { customerName } from './card.ts'

const consequences: Partial<Record<CardTransition['to'], string>> = {
  suspended: 'Finché è sospesa la tessera non può essere usata. Si può riattivare.',
  blocked:
    'La tessera non può più essere usata. Se smarrita, rubata o per sospetta frode non si riattiva: si riemette. Per il cliente viene preparata un’email.',
  replaced:
    'La tessera viene chiusa e ne nasce una nuova, da attivare, con lo stesso cliente, tipo, targa e limiti, e con numero e PIN nuovi.',
  terminated: 'La tessera viene chiusa per sempre.',
}
/** The contract leaves both open, since other changes need neither. */
const asked: Inputs = {
  reason: (props) => <TextInput {...props} required />,
  expires_at: (props) => <DateField {...props} required />,
}
interface StatusDialogProps {
  card: CardRow
  change: CardTransition
  onDone: (saved: Card | undefined) => void
  onClose: () => void
}
/** Asks what a change of state needs: the reason, or the new expiry. */
export function StatusDialog({ card, change, onDone, onClose }: StatusDialogProps) {
  const { to, verb, asks } = change
  const { form, ...fields } = useRecordForm(
    { update: cards.status },
    { id: card.id, rev: card.rev } as never,
    asks === 'expiry' ? { expires_at: null } : { reason: '' },
    onDone as never,
    to,
    (given) => changeFaults(asks, given, today()),
  )
  const told = { ...form, submit: () => form.submit({ status: to } as never) }
  const { field } = fields as { field: (name: string) => Record<string, unknown> }
  const reasons = Object.entries(blockReasons).map(([value, label]) => ({ value, label }))
  return (
    <Dialog opened onClose={onClose} title={`${verb} la tessera ${card.number}?`} closeOnClickOutside={false}>
      <Text mb="sm">{[customerName(card), card.plate].filter(Boolean).join(' · ')}</Text>
      {consequences[to] && <Text mb="sm">{consequences[to]}</Text>}
      <RecordForm form={told} onCancel={onClose} submit={verb} brief>
        {asks === 'block' ? (
          <Select {...field('reason')} data={reasons} required allowDeselect={false} openOnFocus={false} data-autofocus />
        ) : (
          <Fields of={fields as never} names={[asks === 'expiry' ? 'expires_at' : 'reason'] as never} inputs={asked} />
        )}
      </RecordForm>
    </Dialog>
  )
}
