import { WAITING_FOR, type WaitingFor } from '../../../src/contract/tickets/words.ts'
import { romeMoment } from '../../../src/rules/shared/italian.ts'
import { afterHours, afterWorkingHours, CALENDAR, holidaysBetween, type Pause } from './working-hours.ts'

/** The highest priority: its hours run by the clock, not by working hours. */
export const URGENT = 4
/** Why the clock was stopped: the ticket was waiting, or closed until it was reopened. */
export type PauseReason = WaitingFor | 'closed'
export interface TicketClock {
  created_at: string
  sla_hours: number
  priority: number
}
export type TicketPause = Pause & { reason: PauseReason }

/** The due time that follows from hours, priority and pauses (docs/spec/tickets.md#due-time). */
export const dueOf = ({ created_at, sla_hours, priority }: TicketClock, pauses: readonly Pause[] = []): Date =>
  (priority === URGENT ? afterHours : afterWorkingHours)(new Date(created_at), sla_hours, pauses)

const hoursOf = (hours: number) => (hours === 1 ? '1 ora' : `${hours} ore`)
const REASONS: Readonly<Record<PauseReason, string>> = {
  ...(Object.fromEntries(Object.entries(WAITING_FOR).map(([key, word]) => [key, `in attesa di: ${word}`])) as Record<WaitingFor, string>),
  closed: 'ticket chiuso',
}
const weekday = new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
interface ExplainedTicket extends TicketClock {
  due_at: string
  due_given: boolean
  category: string
  source: string
  paused_at: string | null
  completed_at: string | null
  pauses: readonly TicketPause[]
}
/** Italian sentences that explain the due time to the reader. */
export function dueSentences(ticket: ExplainedTicket): string[] {
  const { created_at, sla_hours, priority, due_at, due_given, category, source, pauses, paused_at, completed_at } = ticket
  const due = `Scade il ${romeMoment(due_at)}.`
  if (due_given) return [source === 'inspection' ? 'Il termine è quello dato dalla verifica.' : 'Il termine è stato fissato a mano.', due]
  const urgent = priority === URGENT
  const allowed = urgent
    ? `Urgente: ${hoursOf(sla_hours)} di orologio per la categoria "${category}", dal ${romeMoment(created_at)}.`
    : `${hoursOf(sla_hours)} lavorative per la categoria "${category}", dal ${romeMoment(created_at)}.`
  const holidays = urgent ? [] : holidaysBetween(new Date(created_at), new Date(due_at))
  return [
    allowed,
    ...(urgent ? [] : [`Contano ${CALENDAR}.`]),
    ...(holidays.length ? [`Festivi non contati: ${holidays.map((day) => weekday.format(new Date(`${day}T00:00:00Z`))).join(', ')}.`] : []),
    ...pauses.flatMap(({ from, to, reason }) =>
      to ? [`Tempo fermo dal ${romeMoment(from)} al ${romeMoment(to)} (${REASONS[reason]}).`] : [],
    ),
    ...(paused_at && !completed_at
      ? [
          `Tempo fermo dal ${romeMoment(paused_at)} (${REASONS[pauses.find(({ to }) => !to)?.reason ?? 'requester']}): il termine si sposta alla ripresa.`,
        ]
      : []),
    due,
  ]
}
