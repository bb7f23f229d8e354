import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { RailPart } from '../../crud/record/Rail.tsx'
import { useSend } from '../../lib/query.ts'
import { IconX } from '../../ui/icons.tsx'
import { keyOf } from './ticket-links.ts'
import classes from './tickets.module.css'

/** The checklist of a ticket. */
export function TasksPart({ ticket, locked }: { ticket: Ticket; locked: boolean }) {
  const key = keyOf(ticket)
  const add = useSend(tickets.addTask)
  const update = useSend(tickets.updateTask)
  const remove = useSend(tickets.removeTask)
  const [text, setText] = useState('')
  const done = ticket.tasks.filter(({ done_at }) => done_at).length
  if (locked && !ticket.tasks.length) return null
  return (
    <RailPart title={ticket.tasks.length ? `Attività · ${done} di ${ticket.tasks.length}` : 'Attività'}>
      <ul className={classes.tasks}>
        {ticket.tasks.map((task) => (
          <li key={task.id} className={classes.assigned}>
            <Checkbox
              label={task.text}
              checked={!!task.done_at}
              disabled={locked || update.isPending}
              onChange={(event) => update.mutate({ ...key, id: task.id, done: event.currentTarget.checked })}
            />
            {!locked && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Togli ${task.text}`}
                onClick={() => remove.mutate({ ...key, id: task.id })}
              >
                <IconX />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {locked ? (
        done < ticket.tasks.length && (
          <Text size="sm" c="dimmed">
            Il ticket è chiuso.
          </Text>
        )
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() && !add.isPending) add.mutate({ ...key, text }, { onSuccess: () => setText('') })
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label="Nuova attività"
              placeholder="Nuova attività"
              maxLength={255}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              Aggiungi
            </Button>
          </Group>
        </form>
      )}
    </RailPart>
  )
}
