import { Button, Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type InspectionRow, inspections } from '../../contract/inspections.ts'
import { DownloadButton } from '../../crud/DownloadButton.tsx'
import { TextDialog } from '../../crud/TextDialog.tsx'
import { useSend } from '../../lib/query.ts'
import { session, useCan } from '../../lib/session.ts'
import { deleteQuestion, useConfirm } from '../../ui/confirm.tsx'
import { numberOf } from './words.ts'

type Asked = 'reopen' | 'cancel'
const titles = { reopen: 'Riapri la verifica', cancel: 'Annulla la verifica' }

/** What may be done with a verifica that is not being filled in here (domain.md 2.3). */
export function Actions({ inspection }: { inspection: InspectionRow }) {
  const can = useCan()
  const router = useRouter()
  const confirm = useConfirm()
  const [asking, setAsking] = useState<Asked | null>(null)
  const approve = useSend(inspections.approve)
  const remove = useSend(inspections.remove)
  const { id, status, model_id, station } = inspection
  const owner = inspection.inspector.id === session.get().user?.id
  const mayDelete = status !== 'approved' && (can('super') || (owner && status !== 'completed'))
  const closed = status === 'completed' || status === 'approved'
  const more = [
    closed &&
      can('insp') && {
        label: 'Ripeti verifica',
        run: () => void router.navigate({ to: '/verifiche', search: { nuova: 'avvia', modello: model_id, pv: station.id } }),
      },
    status === 'completed' && can('super') && { label: 'Riapri', run: () => setAsking('reopen') },
    (status === 'planned' || status === 'draft') &&
      (owner || can('super')) && { label: 'Annulla la verifica', run: () => setAsking('cancel') },
    status === 'completed' &&
      can('insp.approve') && {
        label: 'Approva',
        run: async () => {
          const message = `Approvare la verifica ${numberOf(inspection)}? Dopo l'approvazione non si può più modificare né riaprire.`
          if (await confirm({ title: 'Approva la verifica', message, confirm: 'Approva' })) approve.mutate({ id })
        },
      },
    mayDelete && {
      label: 'Elimina',
      run: async () => {
        if (!(await confirm(deleteQuestion('la verifica', numberOf(inspection))))) return
        remove.mutate({ id }, { onSuccess: () => void router.navigate({ to: '/verifiche' }) })
      },
    },
  ].filter((item) => item !== false)
  return (
    <>
      {inspection.model_version !== null && (
        <DownloadButton source={inspections.pdf} input={{ id }}>
          PDF
        </DownloadButton>
      )}
      {more.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button variant="default">Altro</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((item) => (
              <Menu.Item key={item.label} onClick={() => void item.run()}>
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {asking && <ReasonDialog id={id} asked={asking} onClose={() => setAsking(null)} />}
    </>
  )
}

function ReasonDialog({ id, asked, onClose }: { id: number; asked: Asked; onClose: () => void }) {
  const reopen = useSend(inspections.reopen)
  const update = useSend(inspections.update)
  return (
    <TextDialog
      title={titles[asked]}
      label="Motivo"
      max={500}
      color="red"
      draft={`${asked}:${id}`}
      onSend={(reason) =>
        (asked === 'reopen' ? reopen.mutateAsync({ id, reason }) : update.mutateAsync({ id, status: 'cancelled', reason })).then(onClose)
      }
      onClose={onClose}
    />
  )
}
