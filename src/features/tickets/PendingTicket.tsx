import { Alert, Stack, Text } from '@mantine/core'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { workStateOf } from '../../outbox/work.ts'
import { LinkButton } from '../../ui/links.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { Conversation } from './Conversation.tsx'
import { PendingFiles } from './PendingFiles.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { TICKETS } from './ticket-links.ts'
import { usePendingMessages } from './use-pending-messages.tsx'
import { useQueuedReplies } from './use-queued-replies.ts'

/** A ticket that is in the queue of this device. What is written here goes behind it. */
export function PendingTicket({ uuid, item }: { uuid: string; item: Listed }) {
  const { user } = session.use()
  const { subject, description, photos } = item.input as { subject: string; description: string; photos: string[] }
  const place = { id_year: 0, id_number: 0, uid: uuid, subject }
  const queued = useQueuedReplies({ year: place.id_year, number: place.id_number, uid: uuid })
  const pending = usePendingMessages({ comments: [] }, queued ?? [])
  const state = <SaveState state={workStateOf({ steps: [item], unqueued: false })} />
  return (
    <RecordFrame list={TICKETS} title="Nuovo ticket" name={subject} chip={state}>
      <Stack gap="sm">
        <Alert color="amber" role="status">
          <Text>È su questo dispositivo e parte da solo appena il server si raggiunge: allora avrà il suo numero.</Text>
          {item.lastError && <Text size="sm">{item.lastError.message}</Text>}
          <LinkButton to="/invii" variant="subtle">
            Vai agli invii
          </LinkButton>
        </Alert>
        <Conversation
          messages={[
            {
              ...{ key: 'first', at: new Date(item.createdAt).toISOString(), author: user?.name ?? '', message: description },
              ...{ first: true, mine: true, attachments: <PendingFiles hashes={item.photos} photos={photos} /> },
            },
          ]}
          events={[]}
          pending={pending}
        />
        <ReplyBox ticket={place} />
      </Stack>
    </RecordFrame>
  )
}
