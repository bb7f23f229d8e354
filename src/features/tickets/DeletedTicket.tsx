import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { RecordFrame, RecordGone } from '../../crud/record/RecordFrame.tsx'
import { day, dayTime } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTicket } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LeftReply } from './LeftReply.tsx'
import { TICKETS } from './ticket-links.ts'

interface DeletedTicketProps {
  year: number
  number: number
  /** The ticket as this page showed it before. */
  open: Ticket | undefined
}
/** A ticket that is not there any more: who deleted it and when, and the way back for whoever may delete. */
export function DeletedTicket({ year, number, open }: DeletedTicketProps) {
  const can = useCan()
  const { data, isPending } = useQuery({ ...query(tickets.deleted, { year, number }, true), retry: false })
  const { mutate: restore, isPending: restoring } = useSend(tickets.restore)
  if (!data && !isPending) return <RecordGone gone="Ticket non trovato" />
  const name = `${year}/${number}`
  return (
    <RecordFrame list={TICKETS} title="Ticket" name={name}>
      {open && data && <LeftReply ticket={open} happened="eliminato" />}
      {data ? (
        <EmptyState
          icon={IconTicket}
          message={`Il ticket ${name} «${data.subject}» è stato eliminato${data.by ? ` da ${data.by.name}` : ''} il ${dayTime(data.deleted_at)}. Si può ripristinare fino al ${day(data.until)}.`}
          action={
            can('tickets.delete') && (
              <Button loading={restoring} onClick={() => restore({ year, number })}>
                Ripristina
              </Button>
            )
          }
        />
      ) : (
        <LoadingRows />
      )}
    </RecordFrame>
  )
}
