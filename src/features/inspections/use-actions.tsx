import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type InspectionRow, inspections } from '../../contract/inspections.ts'
import type { RowAction } from '../../crud/columns.ts'
import { useSend } from '../../lib/query.ts'
import { session, useCan } from '../../lib/session.ts'
import { deleteQuestion, useConfirm } from '../../ui/confirm.tsx'
import { IconArrowBackUp, IconCircleCheck, IconCopy, IconTrash, IconUpload, IconX } from '../../ui/icons.tsx'
import { nameOf, numberOf } from './words.ts'

// Hardly any verifica is reopened or cancelled.
const TextDialog = lazy(() => import('../../crud/TextDialog.tsx').then(({ TextDialog }) => ({ default: TextDialog })))
const SendDialog = lazy(() => import('./SendDialog.tsx').then(({ SendDialog }) => ({ default: SendDialog })))

const titles = { reopen: 'Riapri la verifica', cancel: 'Annulla la verifica' }

/** What the person may do with a verifica that is not being filled in here (domain.md 2.3), and the question of the one that needs a reason. */
export function useActions() {
  const can = useCan()
  const router = useRouter()
  const confirm = useConfirm()
  const [asking, setAsking] = useState<{ id: number; rev: number; what: keyof typeof titles } | null>(null)
  const [sending, setSending] = useState<InspectionRow | null>(null)
  const approve = useSend(inspections.approve)
  const remove = useSend(inspections.remove)
  const reopen = useSend(inspections.reopen)
  const update = useSend(inspections.update)

  function actionsOf(inspection: InspectionRow, onRemoved?: () => void): RowAction[] {
    const { id, rev, status, model_id, station } = inspection
    const owner = inspection.inspector.id === session.get().user?.id
    const mayDelete = status !== 'approved' && (can('super') || (owner && status !== 'completed'))
    const closed = status === 'completed' || status === 'approved'
    return [
      closed && (owner || can('super')) && { label: 'Invia al gestore', icon: IconUpload, onSelect: () => setSending(inspection) },
      closed &&
        can('insp') && {
          label: 'Ripeti verifica',
          icon: IconCopy,
          onSelect: () => router.navigate({ to: '/verifiche', search: { nuova: 'avvia', modello: model_id, pv: station.id } }),
        },
      status === 'completed' &&
        can('super') && { label: 'Riapri', icon: IconArrowBackUp, onSelect: () => setAsking({ id, rev, what: 'reopen' }) },
      (status === 'planned' || status === 'draft') &&
        (owner || can('super')) && { label: 'Annulla la verifica', icon: IconX, onSelect: () => setAsking({ id, rev, what: 'cancel' }) },
      status === 'completed' &&
        inspection.outcome !== 'incompleta' &&
        can('insp.approve') && {
          label: 'Approva',
          icon: IconCircleCheck,
          onSelect: async () => {
            const message = `Approvare la verifica ${numberOf(inspection)}? Dopo l'approvazione non si può più modificare né riaprire.`
            if (await confirm({ title: 'Approva la verifica', message, confirm: 'Approva' })) approve.mutate({ id })
          },
        },
      mayDelete && {
        label: 'Elimina',
        icon: IconTrash,
        danger: true,
        onSelect: async () => {
          if (await confirm(deleteQuestion('la verifica', nameOf(inspection)))) remove.mutate({ id }, { onSuccess: onRemoved })
        },
      },
    ].filter((item) => item !== false)
  }
  const question = (asking || sending) && (
    <Suspense>
      {sending && <SendDialog inspection={sending} onClose={() => setSending(null)} />}
      {asking && (
        <TextDialog
          title={titles[asking.what]}
          label="Motivo"
          max={500}
          color="red"
          draft={`${asking.what}:${asking.id}`}
          onSend={(reason) =>
            (asking.what === 'reopen'
              ? reopen.mutateAsync({ id: asking.id, reason })
              : update.mutateAsync({ id: asking.id, rev: asking.rev, status: 'cancelled', reason })
            ).then(() => setAsking(null))
          }
          onClose={() => setAsking(null)}
        />
      )}
    </Suspense>
  )
  return { actionsOf, question }
}
