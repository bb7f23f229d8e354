import { Alert, Button, Group, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Ticket } from '../../contract/tickets/tickets.ts'
import { notify } from '../../lib/notify.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { StorageLeft } from '../../outbox/StorageSpace.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { Composer } from './Composer.tsx'
import type { ReplyEditor } from './reply-editor.ts'
import { isEmptyReply } from './reply-queue.ts'
import { useDraftSync } from './use-draft-sync.ts'
import { useQueuedReplies } from './use-queued-replies.ts'
import { useReplyEditor } from './use-reply-editor.ts'
import { useReplyFiles } from './use-reply-files.ts'

type ReplyBoxProps = Pick<ComponentProps<typeof Composer>, 'agent'> & { ticket: Pick<Ticket, 'id_year' | 'id_number' | 'subject'> }
const showError = (error: Error) => notify.error(error.message)

/** The box to answer a ticket. The text is stored on this device at once, and synchronised with the author's other devices. */
export function ReplyBox({ ticket: { id_year, id_number, subject }, agent }: ReplyBoxProps) {
  const place = { year: id_year, number: id_number, subject }
  const editor = useReplyEditor(place)
  return editor ? <Box editor={editor} place={place} agent={agent} /> : <LoadingRows />
}

type BoxProps = Pick<ReplyBoxProps, 'agent'> & { editor: ReplyEditor; place: { year: number; number: number; subject: string } }
function Box({ editor, place, agent }: BoxProps) {
  const { local, saving } = editor.state.use()
  const { both, take, keep } = useDraftSync(editor, place, useQueuedReplies(place))
  const files = useReplyFiles(editor)
  async function add(chosen: readonly File[]) {
    // An update of the app waits until the files are stored.
    const holds = () => true
    unsaved.add(holds)
    for (const file of chosen) await editor.addFile(file).catch((error: Error) => notify.error(`${file.name}: ${error.message}`))
    unsaved.delete(holds)
  }
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
        onFiles={(chosen) => void add(chosen)}
        onRemove={editor.removeFile}
        onSend={() =>
          editor.send().catch((error: Error) => {
            showError(error)
            throw error
          })
        }
        agent={agent}
        state={!isEmptyReply(local) && <SaveState state={saving === 'saved' ? 'on-device' : saving} />}
      />
      {files.length > 0 && <StorageLeft />}
    </>
  )
}
