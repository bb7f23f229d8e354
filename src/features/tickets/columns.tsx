import { VisuallyHidden } from '@mantine/core'
import { ticketPriorities } from '../../contract/tickets/categories.ts'
import type { TicketRow } from '../../contract/tickets/tickets.ts'
import { type ColumnContent, textColumn } from '../../crud/list/columns.ts'
import { dayTime } from '../../lib/format.ts'
import { dueText, ticketColumns as words } from '../../rules/tickets/columns.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { PresenceMark } from './Presence.tsx'
import { briefly, priorityTone } from './ticket-links.ts'
import classes from './tickets.module.css'
import type { usePresent } from './use-presence.ts'

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
  const words = dueText(row, Date.now())
  return words ? (
    <span className={row.late ? classes.late : undefined} title={dayTime(row.due_at)}>
      {words}
    </span>
  ) : (
    '–'
  )
}

/** The columns of the list (domain.md 1.7); who asked sees neither who is new to agents nor whom it is for. */
export const columns = (agent: boolean, present: ReturnType<typeof usePresent>): Record<string, ColumnContent<TicketRow>> => ({
  Oggetto: {
    show: (row) => (
      <>
        {/* In front: where words are cut it is seen still. */}
        <PresenceMark people={present.get(row.id)} />
        <Subject row={row} agent={agent} />
      </>
    ),
    ...words.Oggetto,
    title: true,
  },
  Numero: { ...textColumn(words.Numero), sort: 'number', width: 6.2 },
  'Punto vendita': { ...textColumn(words['Punto vendita']), spare: 1 },
  Stato: { ...words.Stato, show: (row) => <StatusChip {...briefly(row)} />, sort: 'status', width: 9.9 },
  Priorità: {
    show: (row) => <Priority of={row} />,
    ...words.Priorità,
    sort: 'priority',
    width: 7.2,
  },
  SLA: { ...words.SLA, show: (row) => <Due row={row} />, sort: 'due_at', width: 8.2 },
  'Assegnato a': { ...textColumn(words['Assegnato a']), spare: 2 },
  Categoria: { ...textColumn(words.Categoria), spare: 4 },
  Aggiornato: { ...textColumn(words.Aggiornato), sort: 'updated_at', width: 7, spare: 3 },
})
