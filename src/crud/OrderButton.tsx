import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSend } from '../lib/query.ts'
import { IconArrowBackUp, IconArrowsSort } from '../ui/icons.tsx'
import type { Order, Ordered } from './crud-types.ts'

// What drags comes when it is first wanted.
const OrderDialog = lazy(() => import('./OrderDialog.tsx').then(({ OrderDialog }) => ({ default: OrderDialog })))

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
  function back(order: Order) {
    // Gone with the first press: a second one would be refused, as if another person had come between.
    setSaved(undefined)
    button.current?.focus()
    undo.mutate({ ids: order.was, was: order.ids } as never, { onError: ({ code }) => code !== 'stale' && setSaved(order) })
  }
  return (
    <>
      {saved && (
        <Button variant="subtle" leftSection={<IconArrowBackUp />} onClick={() => back(saved)}>
          Ordine di prima
        </Button>
      )}
      <Button ref={button} variant="default" leftSection={<IconArrowsSort />} onClick={() => setOpen(true)}>
        Ordina
      </Button>
      <Suspense>
        {open && <OrderDialog resource={resource} title={title} nameOf={nameOf} onSaved={setSaved} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
