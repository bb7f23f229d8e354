import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tickets } from '../../contract/tickets/tickets.ts'
import type { ListSearch } from '../../crud/list/list-search.ts'
import { count } from '../../lib/format.ts'
import { newTickets } from '../../lib/notify.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import classes from './tickets.module.css'
import { views } from './tickets-search.ts'

type View = (typeof views)[number][0]
interface TicketViewsProps {
  view: View | undefined
  /** Search and filters of the list, which the counts follow. */
  search: ListSearch<typeof tickets.list>
  desk: boolean
  onView: (view: View) => void
}
/** The views with their counts: buttons on a wide screen, a select elsewhere. Without a `view` a search looks at all tickets, the closed ones too. */
export function TicketViews({ view, search, desk, onView }: TicketViewsProps) {
  const { data } = useQuery(query(tickets.info, {}))
  // Choosing a view keeps search and filters, except that of the state.
  const { page: _, per_page: __, sort: ___, view: ____, status: _____, ...found } = search
  const narrowed = Object.values(found).some((value) => value !== undefined)
  const { data: foundCounts } = useQuery({ ...query(tickets.counts, found), enabled: narrowed, placeholderData: keepPreviousData })
  const counts = narrowed ? foundCounts : data?.counts
  const can = useCan()
  const agent = can('tickets.agent')
  const newCount = agent && data?.counts.new
  useEffect(() => {
    if (typeof newCount === 'number') newTickets.set(newCount)
  }, [newCount])
  const offered = views.filter(([key]) => (key === 'deleted' ? can('tickets.delete') : agent || !['new', 'unassigned'].includes(key)))
  const countOf = (key: View) => (counts ? count(counts[key]) : '')
  if (!desk)
    return (
      <Select
        mb="sm"
        aria-label="Vista"
        data={offered.map(([value, label]) => ({ value, label: counts ? `${label} (${countOf(value)})` : label }))}
        value={view ?? null}
        placeholder="Tutti, anche chiusi"
        allowDeselect={false}
        onChange={(next) => next && onView(next as View)}
      />
    )
  return (
    <nav aria-label="Viste dei ticket" className={classes.views}>
      {offered.map(([key, label]) => (
        <Button
          key={key}
          variant={view === key ? 'light' : 'subtle'}
          color={view === key ? undefined : 'gray'}
          justify="space-between"
          fullWidth
          aria-current={view === key ? 'page' : undefined}
          rightSection={<span>{countOf(key)}</span>}
          onClick={() => onView(key)}
        >
          {label}
        </Button>
      ))}
    </nav>
  )
}
