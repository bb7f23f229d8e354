import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { RailPart } from '../../crud/record/Rail.tsx'
import { dayTime, today } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { dueText } from '../../rules/tickets/columns.ts'
import { REMINDER_IS_PAST } from '../../rules/tickets/states.ts'
import { DateField } from '../../ui/DateField.tsx'
import { keyOf } from './ticket-links.ts'
import classes from './tickets.module.css'

/** The day on which the assignees are reminded of a ticket that waits. */
function Reminder({ ticket }: { ticket: Ticket }) {
  const { mutate: update, isPending } = useSend(tickets.update)
  const [day, setDay] = useState(ticket.remind_on)
  const save = (remind_on: string | null) => update({ ...keyOf(ticket), rev: ticket.rev, remind_on })
  const kept = day === ticket.remind_on
  const past = !kept && !!day && day < today()
  return (
    <Group gap="xs" align="flex-end">
      <DateField label="Promemoria" min={today()} value={day} onChange={setDay} error={past ? REMINDER_IS_PAST : undefined} />
      <Button variant="default" loading={isPending} disabled={kept || past} onClick={() => save(day)}>
        Salva il promemoria
      </Button>
    </Group>
  )
}

export function DuePart({ ticket, agent }: { ticket: Ticket; agent: boolean }) {
  const { due_at, due_words, late } = ticket
  const words = dueText(ticket, Date.now())
  return (
    <RailPart title="Scadenza SLA">
      <Text size="sm">{dayTime(due_at)}</Text>
      {words && (
        <Text size="sm" fw={500} className={late ? classes.late : undefined}>
          {words}
        </Text>
      )}
      {agent && ticket.waiting_for && <Reminder key={ticket.rev} ticket={ticket} />}
      {due_words.length > 0 && (
        <details>
          <summary>Perché</summary>
          {due_words.map((sentence) => (
            <Text key={sentence} size="sm" c="dimmed">
              {sentence}
            </Text>
          ))}
        </details>
      )}
    </RailPart>
  )
}
