import { DndContext, DragOverlay, MouseSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import type { TicketRow } from '../../contract/tickets/tickets.ts'
import type { TicketStatus } from '../../contract/tickets/words.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { notify } from '../../lib/notify.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { statusLabel, transitionRefused } from '../../rules/tickets/states.ts'
import { part } from '../../ui/part.tsx'
import classes from './tickets.module.css'

const WaysDialog = part(() => import('./ChooseActionDialog.tsx').then((m) => m.WaysDialog))
/** A movement of a few pixels is still a click. */
const CLICK_PX = 6
const silent = () => undefined
/** Cards are moved without a mouse by their menus, which say so themselves. */
const accessibility = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: 'Per spostare un ticket c’è il menu della sua scheda.' },
  restoreFocus: false,
}

interface BoardDragProps {
  waysOf: (row: TicketRow) => RowAction[]
  /** `takes`: whether the card that is dragged may go there; undefined while none is. */
  children: (takes: (to: TicketStatus) => boolean | undefined) => ReactNode
}

/** Cards that a mouse takes from column to column: each way is an action of the ticket's own menu. */
export function BoardDrag({ waysOf, children }: BoardDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: CLICK_PX } }))
  const [row, drag] = useState<TicketRow>()
  const [asked, ask] = useState<{ title: string; ways: RowAction[] }>()
  const waysTo = (of: TicketRow, to: TicketStatus) => waysOf(of).filter(({ leadsTo }) => leadsTo === to)
  /** `now`: the ticket as it is when it is let go; somebody else may have changed it meanwhile. */
  function drop(now: TicketRow, to: TicketStatus | undefined) {
    drag(undefined)
    if (to === undefined || to === now.status.id) return
    const ways = waysTo(now, to)
    if (ways.length === 1) void ways[0]!.onSelect()
    else if (ways.length) ask({ title: `${numberOf(now)}: ${statusLabel(to)}`, ways })
    else notify.warning(transitionRefused(now.status.id, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={accessibility}
      onDragStart={({ active }) => drag(active.data.current as TicketRow)}
      onDragCancel={() => drag(undefined)}
      onDragEnd={({ active, over }) => drop(active.data.current as TicketRow, over?.id as TicketStatus | undefined)}
    >
      {children((to) => (row ? to === row.status.id || waysTo(row, to).length > 0 : undefined))}
      <DragOverlay dropAnimation={null}>{row && <div className={classes.card}>{`${numberOf(row)} ${row.subject}`}</div>}</DragOverlay>
      {asked && <WaysDialog {...asked} onClose={() => ask(undefined)} />}
    </DndContext>
  )
}
