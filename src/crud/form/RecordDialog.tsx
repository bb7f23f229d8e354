import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDismiss } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { Fresh } from '../list/crud-types.ts'
import { useRecordDialog } from './record-dialog.ts'
import { DialogContext } from './use-leave-guard.ts'

/** The read of the record that a dialog edits; `data` is null if the record does not exist. */
export interface Found<T> {
  data: T | null | undefined
  isError: boolean
  refetch: () => unknown
}
interface RecordDialogProps<T> {
  fresh: Fresh
  /** Left out if the page only creates records. */
  found?: Found<T>
  /** The form; `record` is undefined for a new one. */
  children: (record: T | undefined, close: () => void) => ReactNode
}

/** The dialog of a record's form (up to 10 fields), opened by the address; full screen on a phone. Asks before unsaved changes are left. */
export function RecordDialog<T>({ fresh, found, children }: RecordDialogProps<T>) {
  const { subject, close } = useRecordDialog()
  const phone = usePhone()
  const old = typeof subject === 'number'
  const there = subject !== undefined && (!old || !!found?.data)
  const body = useRef<HTMLDivElement>(null)
  const dismiss = useDismiss()
  const place = useRef<HTMLDivElement>(null)
  const leave = useRef<() => boolean | Promise<boolean>>(undefined)
  const [around] = useState({ place, leave })
  const shut = () => dismiss() || end()
  /** What was saved meanwhile needs no answer to a question about it. */
  function done() {
    dismiss()
    end()
  }
  function end() {
    const free = leave.current?.() ?? true
    if (free === true) close()
    else void Promise.resolve(free).then((yes) => yes && close())
  }
  // The dialog focuses its first field before the record is read, so the focus is set again here.
  useEffect(() => {
    if (there && !body.current?.contains(document.activeElement)) body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [there])
  if (subject === undefined) return null
  return (
    <Dialog
      opened
      onClose={shut}
      title={old ? fresh.replace(/^Nuov[oa]/, 'Modifica') : fresh}
      fullScreen={phone}
      size="lg"
      closeOnClickOutside={false}
    >
      <DialogContext value={around}>
        {!old ? (
          <div ref={body}>{children(undefined, done)}</div>
        ) : found?.isError ? (
          <ErrorState onRetry={() => void found.refetch()} />
        ) : found?.data ? (
          <div ref={body}>{children(found.data, done)}</div>
        ) : found?.data === undefined && found ? (
          <LoadingRows />
        ) : (
          <EmptyState message="Non è tra le righe di questa pagina: cercalo nell’elenco." />
        )}
      </DialogContext>
      <div ref={place} style={{ display: 'contents' }} />
    </Dialog>
  )
}
