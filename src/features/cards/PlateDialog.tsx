import { Text } from '@mantine/core'
import { type CardRow, cards } from '../../contract/cards/cards.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { PlateTaken } from './PlateTaken.tsx'

/** Asks for the new plate of a card. */
export function PlateDialog({ card, onClose }: { card: CardRow; onClose: () => void }) {
  const { form, values, ...fields } = useRecordForm(
    { update: cards.plate },
    { id: card.id, rev: card.rev } as never,
    { plate: '', foreign_plate: false, reason: '' },
    onClose,
    'targa',
  )
  return (
    <Dialog opened onClose={onClose} title={`Cambio targa della tessera ${card.number}`} closeOnClickOutside={false}>
      <Text mb="sm">Targa attuale: {card.plate ?? 'nessuna'}</Text>
      {card.type === 'gpl' && <Text mb="sm">Verificare il serbatoio del nuovo veicolo.</Text>}
      <RecordForm form={form} onCancel={onClose} submit="Cambia targa">
        <Fields of={fields} names={['plate']} />
        <PlateTaken plate={values.useValue('plate')} type={card.type} but={card.id} />
        <Fields of={fields} names={['foreign_plate', 'reason']} />
      </RecordForm>
    </Dialog>
  )
}
