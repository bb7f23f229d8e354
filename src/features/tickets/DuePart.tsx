import { Text } from '@mantine/core'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { RailPart } from '../../crud/record/Rail.tsx'
import { dayTime } from '../../lib/format.ts'
import { dueText } from '../../rules/tickets/columns.ts'
import classes from './tickets.module.css'

export function DuePart({ ticket }: { ticket: Ticket }) {
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
