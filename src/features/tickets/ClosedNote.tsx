import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { useMe } from '../../lib/session.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { isMine, mayTicket, REOPEN_DAYS, TICKET_IS_CLOSED } from '../../rules/tickets/states.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { linkOf } from './ticket-links.ts'

const WHO_REOPENS = `Può riaprirlo un supervisore dei ticket o, entro ${REOPEN_DAYS} giorni dalla chiusura, chi lo ha aperto.`
const NEW_ONE = 'Per un altro problema, apri un nuovo ticket.'

/** Below the conversation of a closed ticket: where it goes on, or what its reader can do. */
export function ClosedNote({ ticket }: { ticket: Ticket }) {
  const me = useMe()
  const { merged_into } = ticket
  const may = (action: 'comment' | 'reopen') => mayTicket(action, ticket, me, new Date())
  let words: ReactNode
  if (merged_into) {
    const number = merged_into.seen ? <LinkAnchor {...linkOf(merged_into)}>{numberOf(merged_into)}</LinkAnchor> : numberOf(merged_into)
    words = merged_into.closed ? (
      <>
        Questo ticket è stato unito al ticket {number}, che ora è chiuso. {NEW_ONE}
      </>
    ) : (
      <>
        Questo ticket continua nel ticket {number}.{may('comment') && ' Quello che scrivi qui arriva là.'}
      </>
    )
  } else if (may('reopen')) words = TICKET_IS_CLOSED
  else if (isMine(ticket, me)) words = `Il ticket è chiuso da più di ${REOPEN_DAYS} giorni. Se il problema resta, apri un nuovo ticket.`
  else words = `Il ticket è chiuso. ${WHO_REOPENS} ${NEW_ONE}`
  return (
    <>
      <Alert color="gray">{words}</Alert>
      {ticket.rating_token && <RatingOffer token={ticket.rating_token} rated={!!ticket.rating} />}
    </>
  )
}
/** The question of the mail about the closing, for a requester who is in the app. */
const RatingOffer = ({ token, rated }: { token: string; rated: boolean }) => (
  <Group justify="space-between" role="group" aria-label="Valutazione">
    <Text>{rated ? 'Hai valutato la soluzione: puoi ancora cambiare il voto.' : 'Quanto sei soddisfatto della soluzione?'}</Text>
    <LinkButton variant="default" to="/valutazione/$token" params={{ token }} search={{}}>
      {rated ? 'Cambia il voto' : 'Valuta la soluzione'}
    </LinkButton>
  </Group>
)
