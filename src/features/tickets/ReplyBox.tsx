import { Alert, Button, Group, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { notify } from '../../lib/notify.ts'
import { StorageLeft } from '../../outbox/StorageSpace.tsx'
import { filesSaved, savingFiles } from '../../outbox/saving-files.ts'
import { WorkState } from '../../outbox/WorkState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Composer } from './Composer.tsx'
import { laneOfTicket, type TicketPlace } from './lanes.ts'
import type { ReplyEditor } from './reply-editor.ts'
import { isEmptyReply } from './reply-queue.ts'
import { storeFiles } from './store-files.ts'
import { useDraftFiles } from './use-draft-files.ts'
import { useDraftSync } from './use-draft-sync.ts'
import { useQueuedReplies } from './use-queued-replies.ts'
import { useReplyEditor } from './use-reply-editor.ts'

type ReplyBoxProps = Pick<ComponentProps<typeof Composer>, 'agent'> & {
  /** `id_number` is 0 while the server does not have it. */
  ticket: Pick<Ticket, 'id_year' | 'id_number' | 'uid' | 'subject'>
}
const showError = (error: Error) => notify.error(error.message)

/** The box to answer a ticket. The text is stored on this device at once, and synchronised with the author's other devices. */
export function ReplyBox({ ticket: { id_year, id_number, uid, subject }, agent }: ReplyBoxProps) {
  const place = { year: id_year, number: id_number, uid, subject }
  const editor = useReplyEditor(place)
  return editor ? <Box editor={editor} place={place} agent={agent} /> : <LoadingRows />
}

type BoxProps = Pick<ReplyBoxProps, 'agent'> & { editor: ReplyEditor; place: TicketPlace & { subject: string } }
function Box({ editor, place, agent }: BoxProps) {
  const { local, saving } = editor.state.use()
  const { both, take, keep } = useDraftSync(editor, place, useQueuedReplies(place))
  const files = useDraftFiles(editor)
  const lane = laneOfTicket(place)
  const storing = savingFiles.use().has(lane)
  return (
    <>
      {saving === 'failed' && (
        <Alert color="red" role="alert">
          NON salvato: su questo dispositivo non c’è spazio. Finché questa pagina resta aperta il testo è qui.
        </Alert>
      )}
      {both && (
        <Alert color="amber" role="status" title="Hai scritto anche su un altro dispositivo">
          <Text size="sm" className="preline">
            {both.message}
          </Text>
          <Group gap="xs" mt="xs">
            <Button variant="default" onClick={take}>
              Usa quella
            </Button>
            <Button variant="default" onClick={keep}>
              Tieni questa
            </Button>
          </Group>
        </Alert>
      )}
      <Composer
        reply={{ ...local, files }}
        onChange={(part) => editor.change(() => part as object)}
        onFiles={(chosen) => void storeFiles(editor, lane, chosen)}
        onRemove={editor.removeFile}
        onSend={() =>
          // A file still being stored belongs to this reply, not to the next one.
          filesSaved(lane)
            .then(editor.send)
            .catch((error: Error) => {
              showError(error)
              throw error
            })
        }
        agent={agent}
        state={(storing || !isEmptyReply(local)) && <WorkState lane={lane} state={saving === 'saved' ? 'draft' : saving} />}
      />
      {files.length > 0 && <StorageLeft />}
    </>
  )
}
