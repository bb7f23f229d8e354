import { useDraggable } from '@dnd-kit/core'
import { Group, Text } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { ticketPriorities } from '../../contract/tickets/categories.ts'
import type { TicketRow } from '../../contract/tickets/tickets.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { RowMenu } from '../../crud/list/RowMenu.tsx'
import { useCan } from '../../lib/session.ts'
import { namesOf, numberOf } from '../../rules/tickets/columns.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { DueCell, SubjectCell } from './columns.tsx'
import { priorityTone } from './status-chips.ts'
import { linkOf } from './ticket-links.ts'
import classes from './tickets.module.css'

/** A ticket on the board. `moved`: it has just come from another column and takes the focus that was lost there. */
export function BoardCard({ row, actions, moved }: { row: TicketRow; actions: RowAction[]; moved: boolean }) {
  const id = useId()
  const link = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the card appears in its new column
  useEffect(() => {
    if (moved && document.activeElement === document.body) link.current?.focus()
  }, [])
  const agent = useCan()('tickets.agent')
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: row.id, data: row, disabled: !agent })
  return (
    <li ref={setNodeRef} className={classes.card} data-dragged={isDragging || undefined} {...listeners}>
      <div className={classes.body}>
        <LinkAnchor {...linkOf(row)} id={id} ref={link} underline="hover">
          <SubjectCell row={row} agent={agent} />
        </LinkAnchor>
        <Text size="sm" c="dimmed">
          {[numberOf(row), row.station?.code].filter(Boolean).join(' · ')}
        </Text>
        <Group gap="xs">
          {row.priority > 2 && <StatusChip tone={priorityTone[row.priority]!} label={ticketPriorities[row.priority]!} />}
          <Text size="sm" span>
            <DueCell row={row} />
          </Text>
        </Group>
        {row.assignments.length > 0 && <Text size="sm">{namesOf(row)}</Text>}
      </div>
      <RowMenu actions={actions} of={id} />
    </li>
  )
}
