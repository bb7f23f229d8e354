import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { dayTime } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { keyOf, linkOf } from './ticket-links.ts'

const PREVIEW_LENGTH = 80
/** Chooses the messages that become a new ticket. */
export function SplitDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const router = useRouter()
  const split = useSend(tickets.split)
  const [subject, setSubject] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const own = ticket.comments.filter(({ from }) => !from)
  function send() {
    setTried(true)
    if (!subject.trim() || !chosen.length) return
    split.mutate(
      { ...keyOf(ticket), subject, comments: chosen.map(Number) },
      {
        onSuccess: (made) => {
          onClose()
          void router.navigate(linkOf(made))
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title="Dividi il ticket" size="lg" closeOnClickOutside={false}>
      <Stack>
        <TextInput
          label="Oggetto del nuovo ticket"
          required
          data-autofocus
          maxLength={160}
          value={subject}
          error={tried && !subject.trim() && 'Il campo Oggetto è obbligatorio.'}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="Messaggi da spostare"
          value={chosen}
          onChange={setChosen}
          error={tried && !chosen.length && 'Scegli almeno un commento.'}
        >
          <Stack gap="xs" mt="xs">
            {own.map(({ id, user, created_at, message, internal }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={`${user.name}, ${dayTime(created_at)}${internal ? ' (nota interna)' : ''}: ${message.slice(0, PREVIEW_LENGTH)}${message.length > PREVIEW_LENGTH ? '…' : ''}`}
              />
            ))}
            {!own.length && <Text c="dimmed">Nessun messaggio da spostare.</Text>}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={split.isPending} onClick={send}>
            Dividi
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
