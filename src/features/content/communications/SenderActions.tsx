import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Communication, controls, messages } from '../../../contract/content/communications.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { useSend } from '../../../lib/query.ts'
import { type CommunicationAction, mayAct } from '../../../rules/content/communication-states.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { CommunicationForm } from './CommunicationForm.tsx'
import { CorrectForm } from './CorrectForm.tsx'
import { unsentMails } from './unsent-mails.ts'

/** What its sender, or an administrator, may do with a communication in its state. */
export function SenderActions({ one, owns }: { one: Communication; owns: boolean }) {
  const { id, rev, type, status, subject, counts } = one
  const resource = (type === 2 ? controls : messages) as typeof messages
  const navigate = useNavigate()
  const confirm = useConfirm()
  const phone = usePhone()
  const [open, setOpen] = useState<'edit' | 'correct'>()
  const remind = useSend(resource.remind)
  const unschedule = useSend(resource.unschedule)
  const remove = useDelete(resource.remove, 'la comunicazione')
  const may = (action: CommunicationAction) => owns && mayAct(status, action, type as 1 | 2)
  const waiting = counts && counts.recipients - (type === 2 ? counts.ack : counts.read)
  async function askReminder() {
    const done = type === 2 ? 'confermato' : 'letto'
    const them = waiting === 1 ? `la persona che non ha ancora ${done}` : `le ${waiting} persone che non hanno ancora ${done}`
    const question = { title: 'Sollecito', message: `Avvisare di nuovo ${them}?${unsentMails(one)}`, confirm: 'Sollecita' }
    if (await confirm(question)) remind.mutate({ id })
  }
  return (
    <Group gap="xs">
      {may('update') && (
        <Button variant="default" onClick={() => setOpen('edit')}>
          Modifica
        </Button>
      )}
      {may('unschedule') && (
        <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate({ id, rev })}>
          Annulla invio programmato
        </Button>
      )}
      {may('remind') && !!waiting && (
        <Button variant="default" loading={remind.isPending} onClick={() => void askReminder()}>
          Sollecita
        </Button>
      )}
      {owns && status === 'sent' && (
        <DownloadButton source={resource.evidence} input={{ id }}>
          {type === 2 ? 'Conferme in PDF' : 'Letture in PDF'}
        </DownloadButton>
      )}
      {may('correct') && (
        <Button variant="default" onClick={() => setOpen('correct')}>
          Correggi
        </Button>
      )}
      {mayAct(status, 'remove', type as 1 | 2) && (
        <Button
          variant="default"
          color="red"
          onClick={() =>
            void remove({ id }, subject).then((gone) =>
              gone ? navigate({ to: '/comunicazioni', search: type === 2 ? { scheda: 'controllo' } : {} }) : undefined,
            )
          }
        >
          Elimina
        </Button>
      )}
      {open && (
        <Dialog
          opened
          onClose={() => setOpen(undefined)}
          title={open === 'edit' ? 'Modifica bozza' : 'Correggi e invia di nuovo'}
          fullScreen={phone}
          size="lg"
          closeOnClickOutside={false}
        >
          {open === 'edit' ? (
            <CommunicationForm type={type as 1 | 2} record={one} onDone={() => setOpen(undefined)} onCancel={() => setOpen(undefined)} />
          ) : (
            <CorrectForm one={one} onClose={() => setOpen(undefined)} />
          )}
        </Dialog>
      )}
    </Group>
  )
}
