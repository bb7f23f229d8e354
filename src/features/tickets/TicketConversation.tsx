import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Ticket, type TicketComment, tickets } from '../../contract/tickets/tickets.ts'
import { clockWas, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { RECALL_MS } from '../../rules/tickets/recall.ts'
import { CLOSED, mayTicket } from '../../rules/tickets/states.ts'
import { part } from '../../ui/part.tsx'
import { ClosedNote } from './ClosedNote.tsx'
import { Conversation } from './Conversation.tsx'
import type { ConversationEvent, ConversationMessage } from './conversation-types.ts'
import { eventText } from './history-text.ts'
import { Presence } from './Presence.tsx'
import { TicketFiles } from './TicketFiles.tsx'
import { keyOf } from './ticket-links.ts'
import classes from './tickets.module.css'
import { usePendingMessages } from './use-pending-messages.tsx'
import { useQueuedReplies } from './use-queued-replies.ts'
import { useReportPresence } from './use-report-presence.ts'

// Loaded while the conversation is being read.
const ReplySection = part(() => import('./ReplySection.tsx').then((m) => m.ReplySection), <div className={classes.writing} />)

const RecallComment = part(() => import('./RecallComment.tsx').then((m) => m.RecallComment))
const LeftReply = part(() => import('./LeftReply.tsx').then((m) => m.LeftReply))

/** Events that the conversation shows as a message already. */
const SHOWN_AS_MESSAGE = ['commento', 'letto', 'allegato', 'creato']

const NONE: Listed[] = []
/** Until when (milliseconds of this device) comments that have just arrived from here may be taken back, by uuid. */
const arrivedNow = (queued: readonly Listed[]) =>
  new Map(
    queued.flatMap(({ entity, receipt }) => (receipt && receipt.at + RECALL_MS > Date.now() ? [[entity, receipt.at + RECALL_MS]] : [])),
  )
const LATE_MS = 60_000
/** When it was written and when it arrived, where the one was not at once after the other; undefined also for a ticket kept by an earlier version. */
function lateWords({ written_at, created_at }: Pick<TicketComment, 'written_at' | 'created_at'>): string | undefined {
  if (!written_at || Date.parse(created_at) - Date.parse(written_at) <= LATE_MS) return undefined
  const [[day, time], [arrived, at]] = [dayTime(written_at).split(' '), dayTime(created_at).split(' ')]
  return day === arrived
    ? `Scritto alle ${time}, arrivato alle ${at}.`
    : `Scritto il ${day} alle ${time}, arrivato il ${arrived} alle ${at}.`
}
function Late({ of, moved = null }: { of: Pick<TicketComment, 'written_at' | 'created_at'>; moved?: number | null }) {
  const words = lateWords(of)
  return (
    words && (
      <Text size="sm" c="dimmed">
        {words}
        {moved !== null && ` L’orologio del dispositivo era ${clockWas(moved)}: l’ora è stata corretta.`}
      </Text>
    )
  )
}
/** Says that somebody else wrote a request, such as an agent who was told of it by phone. */
const OnBehalf = ({ of: { written_by, requester } }: { of: Pick<Ticket, 'written_by' | 'requester'> }) =>
  written_by && <Text size="sm" c="dimmed">{`Scritto da ${written_by.name} per conto di ${requester.name}.`}</Text>
/** Who signs a request: of a split ticket whoever split it, because nobody asked for it in those words. */
const signedBy = ({ requester, written_by }: Pick<Ticket, 'written_by' | 'requester'>, split = false) => (split && written_by) || requester
function messagesOf(ticket: Ticket, me: number, recallable: ReadonlyMap<string, number>): ConversationMessage[] {
  // A file stands below the request that it came with.
  const merged = new Set(ticket.merged.map(({ uid }) => uid))
  const author = signedBy(ticket, ticket.split_from !== null)
  const filesOf = (isOf: (uid: string) => boolean) => <TicketFiles files={ticket.attachments.filter(({ uid }) => isOf(uid))} />
  return [
    {
      ...{ key: 'first', at: ticket.created_at, author: author.name, message: ticket.description, first: true },
      mine: author.id === me,
      attachments: (
        <>
          {filesOf((uid) => !merged.has(uid))}
          {!ticket.split_from && <OnBehalf of={ticket} />}
          <Late of={ticket} />
        </>
      ),
    },
    ...ticket.merged.map(
      (one): ConversationMessage => ({
        ...{ key: `merged ${numberOf(one)}`, at: one.created_at, author: signedBy(one, one.split).name, message: one.description },
        mine: signedBy(one, one.split).id === me,
        attachments: (
          <>
            {filesOf((uid) => uid === one.uid)}
            {!one.split && <OnBehalf of={one} />}
            <Text size="sm" c="dimmed">{`Richiesta del ticket ${numberOf(one)}: ${one.subject}.`}</Text>
          </>
        ),
      }),
    ),
    ...ticket.comments.map(
      (one): ConversationMessage => ({
        ...{ key: one.uuid, at: one.created_at, author: one.user.name, message: one.message, internal: one.internal },
        mine: one.user.id === me,
        ...(recallable.has(one.uuid) && { more: <RecallComment ticket={ticket} comment={one} until={recallable.get(one.uuid)!} /> }),
        attachments: (
          <>
            <TicketFiles files={one.attachments} />
            <Late of={one} moved={one.clock_moved_s} />
            {one.written_in && <Text size="sm" c="dimmed">{`Scritto nel ticket ${numberOf(one.written_in)}.`}</Text>}
          </>
        ),
      }),
    ),
  ]
}

/** The conversation of a ticket, with the box to answer in. */
export function TicketConversation({ ticket, agent }: { ticket: Ticket; agent: boolean }) {
  const me = useMe()
  const reportWriting = useReportPresence(ticket.id)
  const { data: history } = useQuery({ ...query(tickets.history, keyOf(ticket), true), enabled: agent })
  const closed = ticket.status.id === CLOSED
  const queued = useQueuedReplies({ year: ticket.id_year, number: ticket.id_number, uid: ticket.uid }) ?? NONE
  const messages = useMemo(() => messagesOf(ticket, me.id, arrivedNow(queued)), [ticket, me.id, queued])
  const events = (history ?? [])
    .filter(({ event }) => !SHOWN_AS_MESSAGE.includes(event))
    .map((one): ConversationEvent => ({ key: String(one.id), at: one.at, text: eventText(one) }))
  return (
    <Stack gap="sm">
      <Conversation messages={messages} events={events} pending={usePendingMessages(ticket, queued)} />
      {ticket.resolution && closed && (
        <section className={classes.resolution} aria-label="Soluzione">
          <Text fw={500}>Soluzione</Text>
          <p className="preline">{ticket.resolution}</p>
        </section>
      )}
      <Presence ticket={ticket.id} />
      {closed && <ClosedNote ticket={ticket} />}
      {mayTicket('comment', ticket, me, new Date()) ? (
        <div onInput={reportWriting}>
          <ReplySection ticket={ticket} />
        </div>
      ) : (
        closed && <LeftReply ticket={ticket} happened="chiuso" mayReopen={mayTicket('reopen', ticket, me, new Date())} />
      )}
    </Stack>
  )
}
