import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tickets } from '../../contract/tickets/tickets.ts'
import { count } from '../../lib/format.ts'
import { newTickets } from '../../lib/notify.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import classes from './tickets.module.css'
import { views } from './tickets-search.ts'

type View = (typeof views)[number][0]
/** The views with their counts: buttons on a wide screen, a select elsewhere. Without a `view` a search looks at all tickets, the closed ones too. */
export function TicketViews({ view, desk, onView }: { view: View | undefined; desk: boolean; onView: (view: View) => void }) {
  const { data } = useQuery(query(tickets.info, {}))
  const can = useCan()
  const agent = can('tickets.agent')
  const newCount = agent && data?.counts.new
  useEffect(() => {
    if (typeof newCount === 'number') newTickets.set(newCount)
  }, [newCount])
  const offered = views.filter(([key]) =>
    key === 'deleted' ? can('tickets.delete') : agent || !['new', 'unassigned', 'mine'].includes(key),
  )
  const countOf = (key: View) => (data ? count(data.counts[key]) : '')
  if (!desk)
    return (
      <Select
        mb="sm"
        aria-label="Vista"
        data={offered.map(([value, label]) => ({ value, label: data ? `${label} (${countOf(value)})` : label }))}
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
