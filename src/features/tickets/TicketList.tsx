import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { tickets } from '../../contract/tickets/tickets.ts'
import { LiveNote } from '../../crud/list/LiveNote.tsx'
import { useListState, useParameters } from '../../crud/list/list-search.ts'
import { useLive } from '../../crud/list/live.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTicket } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { columns } from './columns.tsx'
import { assigned, dated, filters, macros } from './filters.tsx'
import { TicketViews } from './TicketViews.tsx'
import { linkOf } from './ticket-links.ts'
import classes from './tickets.module.css'
import { ticketsSearch } from './tickets-search.ts'
import { usePresence } from './use-presence.ts'
import { useTicketActions } from './use-ticket-actions.tsx'

const OfflineTickets = part(() => import('./OfflineTickets.tsx').then((m) => m.OfflineTickets))
const UnsentTickets = part(() => import('./UnsentTickets.tsx').then((m) => m.UnsentTickets))
const Board = part(() => import('./Board.tsx').then((m) => m.Board))

/** "Tickets": the views with their counts, and the list as a table or as a board by status. */
export function TicketList() {
  const list = useListState(tickets.list)
  const { scheda } = useParameters(ticketsSearch)
  const can = useCan()
  const desk = useDesk()
  const agent = can('tickets.agent')
  const { actionsOf, restoreOf, question } = useTicketActions()
  const live = useLive(tickets.list.resource)
  const presence = usePresence()
  const navigate = useNavigate()
  const openNew = () => void navigate({ to: '/tickets/$slug/{-$id}', params: { slug: 'nuovo', id: undefined } })
  const add = <NewButton onClick={openNew}>Nuovo ticket</NewButton>
  const searched = !!list.search.search?.trim()
  const view = list.search.view ?? (searched ? undefined : 'all')
  const all = { ...filters, ...(agent && assigned), ...dated }
  const layoutSwitch = (
    <SegmentedControl
      aria-label="Come si vede"
      data={[
        { value: '', label: 'Tabella' },
        { value: 'lavagna', label: 'Lavagna' },
      ]}
      value={scheda ?? ''}
      onChange={(next) => list.onSearch({ scheda: next || undefined } as never)}
    />
  )
  // The board moves tickets between states, which deleted ones do not have.
  const content =
    scheda && view !== 'deleted' ? (
      <Board list={list} filters={all as never} action={layoutSwitch} actionsOf={actionsOf} />
    ) : (
      <PagedTable
        {...list}
        filters={{ ...all, ...(agent && macros) } as never}
        columns={columns(agent, presence)}
        link={linkOf}
        actions={view === 'deleted' ? restoreOf : actionsOf}
        layouts={layoutSwitch}
        many={view !== 'deleted'}
        empty={
          <EmptyState
            icon={IconTicket}
            message={
              view === 'deleted'
                ? 'Nessun ticket eliminato negli ultimi 30 giorni.'
                : view && view !== 'all'
                  ? 'Nessun ticket in questa vista.'
                  : agent
                    ? 'Nessun ticket aperto: qui compaiono le richieste dei punti vendita.'
                    : 'Nessun ticket: qui compaiono le tue richieste.'
            }
            action={view === 'deleted' ? undefined : add}
          />
        }
      />
    )
  return (
    <Page title="Tickets" count={useTotal(list)} action={add}>
      <UnsentTickets />
      <OfflineTickets />
      <div className={desk ? classes.withViews : undefined}>
        <TicketViews
          view={view}
          search={list.search}
          desk={desk}
          onView={(next) => list.onSearch({ view: next === 'all' && !searched ? undefined : next, status: undefined })}
        />
        {content}
      </div>
      <LiveNote state={live} />
      {question}
    </Page>
  )
}
