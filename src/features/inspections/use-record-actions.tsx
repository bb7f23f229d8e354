import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type InspectionRow, inspections } from '../../contract/inspections/inspections.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useSend } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { decideAction, type InspectionAction, isClosed } from '../../rules/inspections/actions.ts'
import { inspectionName, inspectionNumber } from '../../rules/inspections/columns.ts'
import { deleteQuestion, useConfirm } from '../../ui/confirm.tsx'
import { IconArrowBackUp, IconCircleCheck, IconCopy, IconTrash, IconUpload, IconX } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { actionSubject } from './words.ts'

// Hardly any verifica is reopened or cancelled.
const TextDialog = part(() => import('../../crud/form/TextDialog.tsx').then((m) => m.TextDialog))
const SendDialog = part(() => import('./SendDialog.tsx').then((m) => m.SendDialog))

const titles = { reopen: 'Riapri la verifica', cancel: 'Annulla la verifica' }

/** The person's actions on a verifica that is not being filled in here (docs/spec/inspections.md#states), and the question of the one that needs a reason. */
export function useRecordActions() {
  const can = useCan()
  const me = useMe()
  const router = useRouter()
  const confirm = useConfirm()
  const [asking, setAsking] = useState<{ id: number; rev: number; what: keyof typeof titles } | null>(null)
  const [sending, setSending] = useState<InspectionRow | null>(null)
  const approve = useSend(inspections.approve)
  const remove = useSend(inspections.remove)
  const reopen = useSend(inspections.reopen)
  const update = useSend(inspections.update)

  function actionsOf(inspection: InspectionRow, onRemoved?: () => void): RowAction[] {
    const { id, rev, model_id, station } = inspection
    const may = (action: InspectionAction) => decideAction(action, actionSubject(inspection), me) === 'yes'
    return [
      may('send') && { label: 'Invia al gestore', icon: IconUpload, onSelect: () => setSending(inspection) },
      isClosed(inspection) &&
        can('insp') && {
          label: 'Ripeti verifica',
          icon: IconCopy,
          onSelect: () => router.navigate({ to: '/verifiche', search: { nuova: 'avvia', modello: model_id, pv: station.id } }),
        },
      may('reopen') && { label: 'Riapri', icon: IconArrowBackUp, onSelect: () => setAsking({ id, rev, what: 'reopen' }) },
      may('cancel') && { label: 'Annulla la verifica', icon: IconX, onSelect: () => setAsking({ id, rev, what: 'cancel' }) },
      may('approve') && {
        label: 'Approva',
        icon: IconCircleCheck,
        onSelect: async () => {
          const message = `Approvare la verifica ${inspectionNumber(inspection)}? Dopo l'approvazione non si può più modificare né riaprire.`
          if (await confirm({ title: 'Approva la verifica', message, confirm: 'Approva' })) approve.mutate({ id })
        },
      },
      may('remove') && {
        label: 'Elimina',
        icon: IconTrash,
        danger: true,
        onSelect: async () => {
          if (await confirm(deleteQuestion('la verifica', inspectionName(inspection)))) remove.mutate({ id }, { onSuccess: onRemoved })
        },
      },
    ].filter((item) => item !== false)
  }
  const question = (asking || sending) && (
    <>
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
    </>
  )
  return { actionsOf, question }
}
