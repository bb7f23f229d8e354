import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSend } from '../../lib/query.ts'
import { IconArrowBackUp, IconArrowsSort } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { Order, Ordered } from '../list/crud-types.ts'
import type { RowsOf } from './OrderDialog.tsx'

// The drag-and-drop code is fetched at the first use.
const OrderDialog = part(() => import('./OrderDialog.tsx').then((m) => m.OrderDialog))

interface OrderButtonProps {
  resource: Ordered
  title: string
  nameOf: (row: never) => string
  rowsOf?: RowsOf
}

/** Reorders the rows of a small list, and can undo the last saved order. */
export function OrderButton({ resource, title, nameOf, rowsOf }: OrderButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [saved, setSaved] = useState<Order>()
  const undo = useSend(resource.reorder)
  /** A second quick press would be refused as if another person had changed the order. */
  const undoing = useRef(false)
  function back({ ids, was }: Order) {
    if (undoing.current) return
    undoing.current = true
    undo.mutate({ ids: was, was: ids } as never, {
      onSettled(_, error) {
        undoing.current = false
        if (error && error.code !== 'stale') return
        setSaved(undefined)
        button.current?.focus()
      },
    })
  }
  return (
    <>
      {saved && (
        <Button variant="subtle" leftSection={<IconArrowBackUp />} loading={undo.isPending} onClick={() => back(saved)}>
          Ordine di prima
        </Button>
      )}
      <Button ref={button} variant="default" leftSection={<IconArrowsSort />} onClick={() => setOpen(true)}>
        Ordina
      </Button>
      {open && (
        <OrderDialog resource={resource} title={title} nameOf={nameOf} rowsOf={rowsOf} onSaved={setSaved} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
