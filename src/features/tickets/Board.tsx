import { useDroppable } from '@dnd-kit/core'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { TICKET_STATUSES } from '../../contract/tickets/words.ts'
import type { RowAction } from '../../crud/list/columns.ts'
import { FilterChips, FilterSheet } from '../../crud/list/FilterBar.tsx'
import type { Filter, Filters } from '../../crud/list/filters.tsx'
import type { ListState } from '../../crud/list/list-search.ts'
import { SearchBox } from '../../crud/list/SearchBox.tsx'
import { useRows } from '../../crud/list/use-rows.ts'
import { count } from '../../lib/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { BoardCard } from './BoardCard.tsx'
import { BoardDrag } from './BoardDrag.tsx'
import classes from './tickets.module.css'

const CARDS = 25
interface BoardProps {
  list: ListState<typeof tickets.list>
  filters: Filters<object>
  action: ReactNode
  actionsOf: (row: TicketRow) => RowAction[]
}

/** The latest tickets of the view in columns by status. Cards are moved by their menu or with the mouse. */
export function Board({ list: { search, onSearch }, filters, action, actionsOf }: BoardProps) {
  const phone = usePhone()
  /** The ticket whose action was chosen last: its card gets the focus back in its new column. */
  const [moved, setMoved] = useState<number>()
  const rememberMoved = (row: TicketRow): RowAction[] =>
    actionsOf(row).map((one) => ({
      ...one,
      onSelect: () => {
        setMoved(row.id)
        return one.onSelect()
      },
    }))
  const bar = {
    filters: Object.entries(filters) as [string, Filter][],
    values: search as Record<string, unknown>,
    onChange: onSearch as (changes: object) => void,
  }
  const wanted = search.status as number[] | undefined
  const open = search.view === 'closed' ? [5] : search.view === 'waiting' ? [4] : [1, 2, 3, 4]
  const shown = TICKET_STATUSES.filter(({ id }) => (wanted?.length ? wanted.includes(id) : open.includes(id)))
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox value={search.search} onSearch={(text, replace) => onSearch({ search: text }, { replace })} />
        {phone ? <FilterSheet {...bar} /> : <FilterChips {...bar} />}
        <div style={{ marginInlineStart: 'auto' }}>{action}</div>
      </Group>
      <BoardDrag actionsOf={rememberMoved}>
        {(accepts) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
          <section className={classes.board} aria-label="Lavagna" tabIndex={0}>
            {shown.map(({ id, label }) => (
              <Column key={id} status={id} label={label} search={search} actionsOf={rememberMoved} moved={moved} accepts={accepts(id)} />
            ))}
          </section>
        )}
      </BoardDrag>
    </Stack>
  )
}

type ColumnProps = Pick<BoardProps, 'actionsOf'> & {
  status: number
  label: string
  search: BoardProps['list']['search']
  moved: number | undefined
  /** Whether the dragged card may be dropped here; undefined while no card is dragged. */
  accepts: boolean | undefined
}
function Column({ status, label, search, actionsOf, moved, accepts }: ColumnProps) {
  const { page, phase, error, retry } = useRows(tickets.list, { ...search, page: undefined, per_page: CARDS, status: [status] } as never)
  const id = useId()
  const { setNodeRef, isOver } = useDroppable({ id: status })
  const more = page ? page.total - page.data.length : 0
  return (
    <section ref={setNodeRef} className={classes.column} aria-labelledby={id} data-takes={accepts} data-over={isOver || undefined}>
      <Title order={2} size="h3" id={id}>
        {label}
        {page && ` · ${count(page.total)}`}
      </Title>
      {phase === 'loading' && <LoadingRows rows={3} />}
      {phase === 'error' && <ErrorState message={`Errore nel caricamento. ${error ?? ''}`.trim()} onRetry={retry} />}
      {page && !page.total && <Text c="dimmed">Nessun ticket.</Text>}
      <ul className={classes.cards}>
        {page?.data.map((row) => (
          <BoardCard key={row.id} row={row} actions={actionsOf(row)} moved={row.id === moved} />
        ))}
      </ul>
      {more > 0 && <Text size="sm" c="dimmed">{`Altri ${count(more)}: si vedono nella tabella.`}</Text>}
    </section>
  )
}
