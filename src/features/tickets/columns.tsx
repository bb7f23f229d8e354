import { Text, VisuallyHidden } from '@mantine/core'
import { ticketPriorities } from '../../contract/tickets/categories.ts'
import type { TicketRow } from '../../contract/tickets/tickets.ts'
import { type ColumnContent, textColumn } from '../../crud/list/columns.ts'
import { dayTime } from '../../lib/format.ts'
import { dueText, ticketColumns as words } from '../../rules/tickets/columns.ts'
import { CLOSED } from '../../rules/tickets/states.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { PresenceMark } from './Presence.tsx'
import { priorityTone, shortStatusChip } from './status-chips.ts'
import classes from './tickets.module.css'
import type { usePresence } from './use-presence.ts'

/** A ticket that no agent has opened is bold, with a dot and the word "Nuovo" for screen readers. */
export const SubjectCell = ({ row, agent }: { row: TicketRow; agent: boolean }) =>
  row.is_new && agent ? (
    <span className={classes.fresh}>
      <VisuallyHidden>Nuovo: </VisuallyHidden>
      {row.subject}
    </span>
  ) : (
    row.subject
  )
/** Only high priorities are shown as a chip. */
export const PriorityCell = ({ of: { priority } }: { of: Pick<TicketRow, 'priority'> }) =>
  priority > 2 ? <StatusChip tone={priorityTone[priority]!} label={ticketPriorities[priority]!} /> : ticketPriorities[priority]
export const DueCell = ({ row, words = dueText(row, Date.now()) }: { row: TicketRow; words?: string }) =>
  words ? (
    <span className={row.late ? classes.late : undefined} title={dayTime(row.due_at)}>
      {words}
    </span>
  ) : (
    '–'
  )

/** The columns of the list. Only agents see the mark of new tickets. */
export const columns = (agent: boolean, presence: ReturnType<typeof usePresence>): Record<string, ColumnContent<TicketRow>> => ({
  Oggetto: {
    show: (row) => (
      <>
        {/* In front, so that it stays visible if the subject is cut off. */}
        <PresenceMark people={presence.get(row.id)} />
        <SubjectCell row={row} agent={agent} />
        {row.found_in && (
          <Text component="span" display="block" size="xs" c="dimmed">
            trovato in: {row.found_in}
          </Text>
        )}
      </>
    ),
    ...words.Oggetto,
    // Its words say what the ticket is about; by the rest one only finds it.
    atLeast: 12,
    title: true,
  },
  Numero: { ...textColumn(words.Numero), sort: 'number', width: 5.6, card: 'foot' },
  'Punto vendita': {
    ...words['Punto vendita'],
    // The town first: the names of stations begin alike, and are cut where they differ.
    show: ({ station }) => (station ? `${station.code} ${station.city}` : '–'),
    onCard: words['Punto vendita'].text,
    spare: 1,
    card: 'place',
  },
  Stato: { ...words.Stato, show: (row) => <StatusChip {...shortStatusChip(row)} />, sort: 'status', width: 9.4, card: 'chip' },
  Priorità: {
    show: (row) => <PriorityCell of={row} />,
    ...words.Priorità,
    sort: 'priority',
    width: 6.6,
    spare: 3,
    card: 'chip',
  },
  SLA: {
    ...words.SLA,
    show: (row) => <DueCell row={row} />,
    // How late it is has no room beside the chips of a phone.
    onCard: (row) => (row.late && row.status.id !== CLOSED ? <DueCell row={row} words="In ritardo" /> : <DueCell row={row} />),
    ...{ sort: 'due_at', width: 9.5, card: 'chip' },
  },
  'Assegnato a': { ...textColumn(words['Assegnato a']), spare: 2, card: 'foot' },
  Categoria: { ...textColumn(words.Categoria), spare: 5, card: 'none' },
  Aggiornato: { ...textColumn(words.Aggiornato), sort: 'updated_at', width: 7, spare: 4, card: 'foot' },
})
