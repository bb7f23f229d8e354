import { useState } from 'react'
import { expirations } from '../../contract/expirations/expirations.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { useDelete } from '../../crud/record/delete.ts'
import { useSend } from '../../lib/query.ts'
import { IconCheck, IconPencil, IconTrash, IconX } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import { type ExpirationRow, isEditable, words } from './expiration.ts'

// Loaded when the first dialog is opened.
const CompleteDialog = part(() => import('./CompleteDialog.tsx').then((m) => m.CompleteDialog))
const CancelDialog = part(() => import('./CancelDialog.tsx').then((m) => m.CancelDialog))

/** The actions on an expiration, and their dialogs. */
export function useExpirationActions() {
  const dialog = useRecordDialog()
  const remove = useDelete(expirations.remove, words.thing)
  const { mutate: reopen } = useSend(expirations.reopen)
  const [asked, setAsked] = useState<{ what: 'complete' | 'cancel'; row: ExpirationRow }>()
  const onClose = () => setAsked(undefined)
  const ask = (what: 'complete' | 'cancel', row: ExpirationRow) => setAsked({ what, row })
  return {
    ask,
    reopen,
    actionsOf: (row: ExpirationRow): RowAction[] =>
      isEditable(row)
        ? [
            { label: 'Completa', icon: IconCheck, onSelect: () => ask('complete', row) },
            { label: 'Modifica', icon: IconPencil, onSelect: () => dialog.show(row.id) },
            { label: 'Annulla scadenza', icon: IconX, onSelect: () => ask('cancel', row) },
            { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ id: row.id }, row.message) },
          ]
        : [],
    question: (
      <>
        {asked?.what === 'complete' && <CompleteDialog row={asked.row} onClose={onClose} />}
        {asked?.what === 'cancel' && <CancelDialog row={asked.row} onClose={onClose} />}
      </>
    ),
  }
}
