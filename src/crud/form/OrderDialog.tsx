import { ActionIcon, Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { ApiError } from '../../lib/api-error.ts'
import { query } from '../../lib/query.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconArrowDown, IconArrowUp } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { SortableItem, SortableList } from '../../ui/SortableList.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { Order, Ordered } from '../list/crud-types.ts'
import { pageOf } from '../list/use-rows.ts'
import classes from './OrderDialog.module.css'
import { LEAVE, useLeaveGuard } from './use-leave-guard.ts'

interface OrderDialogProps {
  resource: Ordered
  title: string
  nameOf: (row: never) => string
  onSaved: (order: Order) => void
  onClose: () => void
  /** The rows to order, where the list's answer holds them under its own rows. */
  rowsOf?: RowsOf | undefined
}
export type RowsOf = (answer: never) => readonly Placed[]
interface Placed {
  id: number
}
const isStale = ({ code }: ApiError) => code === 'stale'
/** Adapts the order `mine` to the rows that exist now: removed rows are left out, new ones come last. */
const amid = (mine: readonly number[], now: readonly number[]) => [
  ...mine.filter((id) => now.includes(id)),
  ...now.filter((id) => !mine.includes(id)),
]

/** The order of a list's rows while it is changed: `draft` is undefined until something was moved. */
function useOrder({ resource: { list, reorder }, nameOf, onSaved, onClose, rowsOf }: OrderDialogProps) {
  const { data, isError, refetch } = useQuery(query(list as never, { is_paginated: 0 } as never))
  const rows = (rowsOf ? data && rowsOf(data as never) : pageOf<Placed>(data as Placed[] | undefined)?.data) ?? []
  const [draft, setDraft] = useState<Order>()
  /** The order that somebody else saved meanwhile. */
  const [theirs, setTheirs] = useState<number[]>()
  const send = useMutation<unknown, ApiError, Order>({
    mutationFn: (order) => call(reorder, order as never),
    meta: { endpoint: reorder, quiet: isStale },
  })
  const stored = rows.map(({ id }) => id)
  const items = (draft?.ids ?? stored).flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ key: String(id), name: nameOf(row as never) }] : []
  })
  function move(from: number, to: number) {
    setDraft(({ was, ids } = { was: stored, ids: stored }) => {
      const next = ids.toSpliced(from, 1)
      return { was, ids: next.toSpliced(to, 0, ids[from]!) }
    })
  }
  async function save(order: Order | undefined) {
    if (send.isPending) return
    if (!order) return onClose()
    try {
      await send.mutateAsync(order)
      onSaved(order)
      onClose()
    } catch (error) {
      if (!isStale(error as ApiError)) return
      await refetch()
      setTheirs((error as ApiError).data as number[])
    }
  }
  function takeTheirs() {
    setTheirs(undefined)
    setDraft(undefined)
  }
  return { loaded: !!data, isError, refetch, items, draft, theirs, sending: send.isPending, move, save, takeTheirs }
}

/** All rows of a small list, moved by mouse, touch, keyboard or buttons, and saved together. */
export function OrderDialog(props: OrderDialogProps) {
  const { title, onClose } = props
  const phone = usePhone()
  const confirm = useConfirm()
  const { loaded, isError, refetch, items, draft, theirs, sending, move, save, takeTheirs } = useOrder(props)
  const [said, say] = useState('')
  useLeaveGuard(() => !!draft && !sending, { left: () => undefined, sessionEnd: () => undefined })
  async function close() {
    if (!sending && (!draft || (await confirm(LEAVE)))) onClose()
  }
  const pressed = useRef<string>(undefined)
  /** A quick second press is meant for the same row, although another one is under the pointer by then. */
  function step(under: number, by: 1 | -1, { detail }: MouseEvent) {
    const at = detail > 1 ? items.findIndex(({ key }) => key === pressed.current) : under
    const item = items[at]
    pressed.current = item?.key
    if (!item || !items[at + by]) return
    move(at, at + by)
    say(`${item.name} in posizione ${at + by + 1} di ${items.length}.`)
  }
  return (
    <Dialog opened onClose={() => void close()} title={`Ordine: ${title}`} fullScreen={phone} closeOnClickOutside={false}>
      {!loaded ? (
        isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <LoadingRows />
        )
      ) : (
        <Stack gap="sm">
          {theirs && draft && (
            <OrderConflict onMine={() => void save({ was: theirs, ids: amid(draft.ids, theirs) })} onTheirs={takeTheirs} />
          )}
          <SortableList label={title} items={items} nameOf={({ name }) => name} onMove={move}>
            {({ key, name }, at) => (
              <SortableItem key={key} id={key} name={name}>
                {(handle) => (
                  <Group className={classes.row} gap={0} wrap="nowrap">
                    {handle}
                    <Text className={classes.name} truncate>
                      {at + 1}. {name}
                    </Text>
                    <Step label={`Sposta su: ${name}`} Shape={IconArrowUp} ends={at === 0} onPress={(event) => step(at, -1, event)} />
                    <Step
                      label={`Sposta giù: ${name}`}
                      Shape={IconArrowDown}
                      ends={at === items.length - 1}
                      onPress={(event) => step(at, 1, event)}
                    />
                  </Group>
                )}
              </SortableItem>
            )}
          </SortableList>
          <VisuallyHidden role="status">{said}</VisuallyHidden>
          <div className={classes.bar}>
            <Button variant="default" onClick={() => void close()}>
              Annulla
            </Button>
            <Button loading={sending} onClick={() => void save(draft)}>
              Salva
            </Button>
          </div>
        </Stack>
      )}
    </Dialog>
  )
}

interface OrderConflictProps {
  onMine: () => void
  onTheirs: () => void
}
const OrderConflict = ({ onMine, onTheirs }: OrderConflictProps) => (
  <Alert color="amber" role="alert">
    <Text mb="xs">Nel frattempo un altro utente ha cambiato l’ordine. Quale deve valere?</Text>
    <Group gap="xs">
      <Button variant="default" onClick={onMine}>
        Il mio
      </Button>
      <Button variant="default" onClick={onTheirs}>
        Quello di adesso
      </Button>
    </Group>
  </Alert>
)

interface StepProps {
  label: string
  Shape: typeof IconArrowUp
  /** The row is already at that end of the list. */
  ends: boolean
  onPress: (event: MouseEvent) => void
}
/** At an end of the list the button is not `disabled`: it would lose the focus. */
const Step = ({ label, Shape, ends, onPress }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    aria-disabled={ends}
    data-disabled={ends || undefined}
    // Keeps the focus on the moved row.
    onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
    onClick={onPress}
  >
    <Shape />
  </ActionIcon>
)
