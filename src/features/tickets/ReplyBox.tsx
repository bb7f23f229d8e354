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
import { isNothing } from './reply-queue.ts'
import { useSynced } from './use-draft-sync.ts'
import { useSent } from './use-queued-replies.ts'
import { useOutgoing } from './use-reply-editor.ts'
import { useReplyFiles } from './use-reply-files.ts'

type ReplyBoxProps = Pick<ComponentProps<typeof Composer>, 'agent'> & { ticket: Pick<Ticket, 'id_year' | 'id_number' | 'subject'> }
const told = (error: Error) => notify.error(error.message)

/** The box in which a ticket is answered: what stands in it is on this device at once, with a network or without, and on all others of its author. */
export function ReplyBox({ ticket: { id_year, id_number, subject }, agent }: ReplyBoxProps) {
  const place = { year: id_year, number: id_number, subject }
  const editor = useOutgoing(place)
  return editor ? <Box editor={editor} place={place} agent={agent} /> : <LoadingRows />
}

type BoxProps = Pick<ReplyBoxProps, 'agent'> & { editor: ReplyEditor; place: { year: number; number: number; subject: string } }
function Box({ editor, place, agent }: BoxProps) {
  const { local, saving } = editor.state.use()
  const { both, take, keep } = useSynced(editor, place, useSent(place))
  const files = useReplyFiles(editor)
  async function add(chosen: readonly File[]) {
    // An update of the app waits until what was chosen is kept.
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
            told(error)
            throw error
          })
        }
        agent={agent}
        state={!isNothing(local) && <SaveState state={saving === 'saved' ? 'on-device' : saving} />}
      />
      {files.length > 0 && <StorageLeft />}
    </>
  )
}
