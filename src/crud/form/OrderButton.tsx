import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSend } from '../../lib/query.ts'
import { IconArrowBackUp, IconArrowsSort } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { Order, Ordered } from '../list/crud-types.ts'

// What drags comes when it is first wanted.
const OrderDialog = part(() => import('./OrderDialog.tsx').then((m) => m.OrderDialog))

interface OrderButtonProps {
  resource: Ordered
  title: string
  nameOf: (row: never) => string
}

/** Puts the rows of a small list in another order; and the way back from what was saved last. */
export function OrderButton({ resource, title, nameOf }: OrderButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [saved, setSaved] = useState<Order>()
  const undo = useSend(resource.reorder)
  /** Of two presses at once the second would be refused, as if another person had come between. */
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
      {open && <OrderDialog resource={resource} title={title} nameOf={nameOf} onSaved={setSaved} onClose={() => setOpen(false)} />}
    </>
  )
}
