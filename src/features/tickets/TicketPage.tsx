import { Button, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { CachedNote } from '../../crud/list/CachedNote.tsx'
import type { RowAction } from '../../crud/list/columns.ts'
import { useLive } from '../../crud/list/live.ts'
import { MoreButton } from '../../crud/record/MoreButton.tsx'
import { useOriginList } from '../../crud/record/origin-list.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { RecordTabs } from '../../crud/record/RecordTabs.tsx'
import { newTickets } from '../../lib/notify.ts'
import { useSend } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { isAgent, mayTicket } from '../../rules/tickets/states.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconPencil } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { statusChip } from './status-chips.ts'
import { TicketConversation } from './TicketConversation.tsx'
import { TICKETS } from './ticket-links.ts'
import { useTicket } from './use-offline-tickets.ts'
import { useTicketActions } from './use-ticket-actions.tsx'

const DeletedTicket = part(() => import('./DeletedTicket.tsx').then((m) => m.DeletedTicket), <LoadingRows />)
const TicketPanel = part(() => import('./TicketPanel.tsx').then((m) => m.TicketPanel), <LoadingRows />)
const EditTicket = part(() => import('./EditTicket.tsx').then((m) => m.EditTicket))

/** One ticket: the conversation, and beside it the data. */
export function TicketPage({ year, number }: { year: number; number: number }) {
  const { ticket: data, keptSince, error, refetch, isPending } = useTicket(year, number)
  useLive(tickets.get.resource)
  const me = useMe()
  const agent = isAgent(me)
  const { mutate: seen } = useSend(tickets.seen)
  const unseen = agent && !!data?.is_new
  useEffect(() => {
    if (unseen) seen({ year, number }, { onSuccess: () => newTickets.set(Math.max(0, newTickets.get() - 1)) })
  }, [unseen, seen, year, number])
  if (error?.status === 404) return <DeletedTicket year={year} number={number} open={data} />
  if (!data)
    return (
      <RecordFrame list={TICKETS} title="Ticket" name={undefined}>
        {error && !isPending ? <ErrorState whole message={error.message} onRetry={() => void refetch()} /> : <LoadingRows />}
      </RecordFrame>
    )
  return (
    <>
      <CachedNote at={keptSince} />
      <TicketRecord ticket={data} agent={agent} />
    </>
  )
}

function TicketRecord({ ticket, agent }: { ticket: Ticket; agent: boolean }) {
  const desk = useDesk()
  const phone = usePhone()
  const me = useMe()
  const router = useRouter()
  const came = useOriginList()
  const [editing, setEditing] = useState(false)
  const { actionsOf, question } = useTicketActions()
  const left = () => (came ? came.leave() : void router.navigate({ to: '/tickets', replace: true }))
  const all = actionsOf(ticket, left)
  const may = (action: Parameters<typeof mayTicket>[0]) => mayTicket(action, ticket, me, new Date())
  const edit: RowAction | false = (may('update') || may('describe')) && {
    label: 'Modifica',
    icon: IconPencil,
    onSelect: () => setEditing(true),
  }
  const first = all.find(({ label }) => ['Assegna a me', 'Chiudi', 'Riapri'].includes(label))
  const rest: RowAction[] = [...all.filter((one) => phone || one !== first), ...(edit ? [edit] : [])].toSorted(
    (a, b) => Number(!!a.danger) - Number(!!b.danger),
  )
  const more = <MoreButton actions={rest} />
  const conversation = <TicketConversation ticket={ticket} agent={agent} />
  const panel = <TicketPanel ticket={ticket} agent={agent} />
  return (
    <RecordFrame
      list={TICKETS}
      title="Ticket"
      name={`${numberOf(ticket)} ${ticket.subject}`}
      chip={
        <>
          <StatusChip {...statusChip(ticket)} />
          {/* On a phone the bottom of the screen belongs to the reply box. */}
          {phone && more}
        </>
      }
      action={
        !phone && (
          <>
            {first && (
              <Button variant={first.label === 'Assegna a me' ? 'filled' : 'default'} onClick={() => void first.onSelect()}>
                {first.label}
              </Button>
            )}
            {more}
          </>
        )
      }
      rail={desk && panel}
    >
      {desk ? (
        conversation
      ) : (
        <RecordTabs
          tabs={{
            conversazione: { label: 'Conversazione', show: conversation },
            dettagli: { label: 'Dettagli', show: <Stack gap="md">{panel}</Stack> },
          }}
        />
      )}
      {editing && <EditTicket ticket={ticket} whole={may('update')} onClose={() => setEditing(false)} />}
      {question}
    </RecordFrame>
  )
}
