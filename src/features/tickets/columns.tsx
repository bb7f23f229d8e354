import { VisuallyHidden } from '@mantine/core'
import { ticketPriorities } from '../../contract/ticket-categories.ts'
import type { TicketRow } from '../../contract/tickets.ts'
import type { Shown } from '../../crud/columns.ts'
import { day, dayTime } from '../../lib/format.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { PresenceMark } from './Presence.tsx'
import classes from './tickets.module.css'
import type { usePresent } from './use-present.ts'
import { briefly, dueWords, namesOf, numberOf, priorityTone, standing, stationOf } from './words.ts'

/** What nobody has opened yet is bold, with a dot, and is called new. */
export const Subject = ({ row, agent }: { row: TicketRow; agent: boolean }) =>
  row.is_new && agent ? (
    <span className={classes.fresh}>
      <VisuallyHidden>Nuovo: </VisuallyHidden>
      {row.subject}
    </span>
  ) : (
    row.subject
  )
/** Only what is pressing is a chip. */
export const Priority = ({ of: { priority } }: { of: Pick<TicketRow, 'priority'> }) =>
  priority > 2 ? <StatusChip tone={priorityTone[priority]!} label={ticketPriorities[priority]!} /> : ticketPriorities[priority]
export const Due = ({ row }: { row: TicketRow }) => {
  const words = dueWords(row, Date.now())
  return words ? (
    <span className={row.late ? classes.late : undefined} title={dayTime(row.due_at)}>
      {words}
    </span>
  ) : (
    '–'
  )
}

/** The columns of the list (domain.md 1.7); who asked sees neither who is new to agents nor whom it is for. */
export const columns = (agent: boolean, present: ReturnType<typeof usePresent>): Record<string, Shown<TicketRow>> => ({
  Oggetto: {
    show: (row) => (
      <>
        {/* In front: where words are cut it is seen still. */}
        <PresenceMark people={present.get(row.id)} />
        <Subject row={row} agent={agent} />
      </>
    ),
    text: (row) => row.subject,
    title: true,
    wide: true,
  },
  Numero: { show: numberOf, sort: 'number', width: 6.2 },
  'Punto vendita': { show: stationOf, spare: 1 },
  Stato: { show: (row) => <StatusChip {...briefly(row)} />, text: (row) => standing(row).label, sort: 'status', width: 9.9 },
  Priorità: {
    show: (row) => <Priority of={row} />,
    text: (row) => ticketPriorities[row.priority]!,
    sort: 'priority',
    width: 7.2,
  },
  SLA: { show: (row) => <Due row={row} />, text: (row) => dueWords(row, Date.now()), sort: 'due_at', width: 8.2 },
  'Assegnato a': { show: (row) => namesOf(row) || '–', spare: 2 },
  Categoria: { show: (row) => row.category.name, spare: 4 },
  Aggiornato: { show: (row) => day(row.updated_at), sort: 'updated_at', width: 7, spare: 3 },
})
