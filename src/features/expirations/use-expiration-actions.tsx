import { useState } from 'react'
import { expirations } from '../../contract/expirations/expirations.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { useSend } from '../../lib/query.ts'
import { IconCheck, IconClock, IconPencil, IconRefresh, IconTrash, IconX } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { type ExpirationRow, isEditable, words } from './expiration.ts'

// Loaded when the first dialog is opened.
const CompleteDialog = part(() => import('./CompleteDialog.tsx').then((m) => m.CompleteDialog))
const SnoozeDialog = part(() => import('./SnoozeDialog.tsx').then((m) => m.SnoozeDialog))
const CancelDialog = part(() => import('./CancelDialog.tsx').then((m) => m.CancelDialog))

type Question = 'complete' | 'cancel' | 'snooze'
/** The actions on an expiration, and their dialogs. */
export function useExpirationActions() {
  const dialog = useRecordDialog()
  const remove = useDelete(expirations.remove, words.thing)
  const { mutate: reopen } = useSend(expirations.reopen)
  const { mutate: wake } = useSend(expirations.wake)
  const [asked, setAsked] = useState<{ what: Question; row: ExpirationRow }>()
  const onClose = () => setAsked(undefined)
  const ask = (what: Question, row: ExpirationRow) => setAsked({ what, row })
  const snoozeOf = (row: ExpirationRow): RowAction[] => [
    { label: 'Sospendi promemoria', icon: IconClock, onSelect: () => ask('snooze', row) },
    ...(row.snoozed_until ? [{ label: 'Riprendi promemoria', icon: IconRefresh, onSelect: () => wake({ id: row.id, rev: row.rev }) }] : []),
  ]
  return {
    ask,
    snoozeOf,
    reopen,
    actionsOf: (row: ExpirationRow): RowAction[] =>
      isEditable(row)
        ? [
            { label: 'Completa', icon: IconCheck, onSelect: () => ask('complete', row) },
            { label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(row.id) },
            ...snoozeOf(row),
            { label: 'Annulla scadenza', icon: IconX, onSelect: () => ask('cancel', row) },
            { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id: row.id }, row.message) },
          ]
        : [],
    question: (
      <>
        {asked?.what === 'complete' && <CompleteDialog row={asked.row} onClose={onClose} />}
        {asked?.what === 'snooze' && <SnoozeDialog row={asked.row} onClose={onClose} />}
        {asked?.what === 'cancel' && <CancelDialog row={asked.row} onClose={onClose} />}
      </>
    ),
  }
}
