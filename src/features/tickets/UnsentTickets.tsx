import { Alert, Group, List, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import type { NewTicketDraft } from '../../contract/tickets/new-ticket.ts'
import { dayTime } from '../../lib/format.ts'
import { session } from '../../lib/session.ts'
import { outbox } from '../../outbox/runtime.ts'
import { workStateOf } from '../../outbox/work.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { NEW_TICKET_KIND } from './lanes.ts'
import { isOpening } from './new-ticket-queue.ts'
import { newTicketKind } from './ticket-kind.ts'

/** Tickets of this device that the server does not have: those to be sent, and drafts. */
async function unsentTickets() {
  const items = (await outbox().list()).filter((item) => isOpening(item) && item.state !== 'sent')
  const drafts = (await outbox().listDrafts()).filter(({ key }) => key.startsWith(`${NEW_TICKET_KIND}:`))
  const begun = drafts.flatMap(({ data, savedAt }) => {
    const local = newTicketKind.read(data)
    const uuid = (local as NewTicketDraft).uuid
    return newTicketKind.draftOf!(local) && !items.some(({ entity }) => entity === uuid)
      ? [{ uuid, subject: (local as NewTicketDraft).values.subject, at: savedAt, state: undefined }]
      : []
  })
  const queued = items.map((item) => ({
    ...{ uuid: item.entity, subject: (item.input as { subject: string }).subject, at: item.createdAt },
    state: workStateOf({ steps: [item], unqueued: false }),
  }))
  return [...queued, ...begun]
}

/** The list of tickets that wait on this device; nothing if there are none. */
export function UnsentTickets() {
  const user = session.use().user?.id
  const found = useLiveQuery(async () => (user ? unsentTickets() : []), [user])
  if (!found?.length) return null
  return (
    <Alert color="amber" mb="sm" title={found.some(({ state }) => state) ? 'Da inviare' : 'Bozze'}>
      <List listStyleType="none" spacing={4}>
        {found.map(({ uuid, subject, at, state }) => (
          <List.Item key={uuid}>
            <Group gap="xs">
              <LinkAnchor to="/tickets/$slug/{-$id}" params={{ slug: 'nuovo', id: undefined }} search={{ bozza: uuid }}>
                {subject.trim() || 'Senza oggetto'}
              </LinkAnchor>
              {state ? <SaveState state={state} /> : <StatusChip tone="neutral" label="Bozza" />}
              <Text size="sm" c="dimmed">
                {dayTime(new Date(at).toISOString())}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
