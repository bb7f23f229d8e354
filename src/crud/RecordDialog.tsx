import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Endpoint, Named, Output } from '../contract/endpoint.ts'
import { query } from '../lib/query.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useRecordDialog } from './record-dialog.ts'

interface RecordDialogProps<E extends Endpoint & Named & { method: 'GET' }> {
  source: E
  /** Titles: of a new record, of an existing one. */
  titles: readonly [string, string]
  /** The form; `record` is undefined for a new one. */
  children: (record: Output<E> | undefined, close: () => void) => ReactNode
}

/** The dialog of a plain record's form (up to 8 fields), over the whole screen on a phone. It asks before unsaved changes are left. */
export function RecordDialog<E extends Endpoint & Named & { method: 'GET' }>({
  source,
  titles: [fresh, existing],
  children,
}: RecordDialogProps<E>) {
  const { subject, close } = useRecordDialog()
  const phone = usePhone()
  const id = typeof subject === 'number' ? subject : undefined
  const record = useQuery({ ...query(source as any, { id } as any), enabled: id !== undefined })
  if (subject === undefined) return null
  return (
    <Modal opened onClose={close} title={id ? existing : fresh} fullScreen={phone} size="lg" closeOnClickOutside={false}>
      {record.isError ? (
        <ErrorState onRetry={() => void record.refetch()} />
      ) : id && !record.data ? (
        <LoadingRows />
      ) : (
        children(record.data as Output<E> | undefined, close)
      )}
    </Modal>
  )
}
