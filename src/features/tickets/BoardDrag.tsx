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

const ChooseActionDialog = part(() => import('./ChooseActionDialog.tsx').then((m) => m.ChooseActionDialog))
/** A movement of a few pixels is still a click. */
const CLICK_PX = 6
const silent = () => undefined
/** Announcements are off: without a mouse, cards are moved by their menus. */
const accessibility = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: 'Per spostare un ticket c’è il menu della sua scheda.' },
  restoreFocus: false,
}

interface BoardDragProps {
  actionsOf: (row: TicketRow) => RowAction[]
  /** `accepts`: whether a column takes the dragged card; undefined while no card is dragged. */
  children: (accepts: (to: TicketStatus) => boolean | undefined) => ReactNode
}

/** Dragging cards between columns with the mouse. Dropping a card runs the action of the ticket's menu that leads to that status. */
export function BoardDrag({ actionsOf, children }: BoardDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: CLICK_PX } }))
  const [row, drag] = useState<TicketRow>()
  const [asked, ask] = useState<{ title: string; actions: RowAction[] }>()
  const actionsTo = (of: TicketRow, to: TicketStatus) => actionsOf(of).filter(({ leadsTo }) => leadsTo === to)
  /** `now` is the ticket at the time of the drop: somebody else may have changed it during the drag. */
  function drop(now: TicketRow, to: TicketStatus | undefined) {
    drag(undefined)
    if (to === undefined || to === now.status.id) return
    const actions = actionsTo(now, to)
    if (actions.length === 1) void actions[0]!.onSelect()
    else if (actions.length) ask({ title: `${numberOf(now)}: ${statusLabel(to)}`, actions })
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
      {children((to) => (row ? to === row.status.id || actionsTo(row, to).length > 0 : undefined))}
      <DragOverlay dropAnimation={null}>{row && <div className={classes.card}>{`${numberOf(row)} ${row.subject}`}</div>}</DragOverlay>
      {asked && <ChooseActionDialog {...asked} onClose={() => ask(undefined)} />}
    </DndContext>
  )
}
