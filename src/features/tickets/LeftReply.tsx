import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { ReplyEditor } from './reply-editor.ts'
import { isEmptyReply } from './reply-queue.ts'
import { keyOf } from './ticket-links.ts'
import { useReplyEditor } from './use-reply-editor.ts'

interface LeftReplyProps {
  ticket: Ticket
  happened: 'chiuso' | 'eliminato'
  /** Of a closed ticket: whether sending may reopen it. */
  mayReopen?: boolean
}
/** What was being written when somebody closed or deleted the ticket. It stays in sight, and may reopen a closed one. */
export function LeftReply({ ticket, happened, mayReopen = false }: LeftReplyProps) {
  const { id_year, id_number, uid, subject } = ticket
  const editor = useReplyEditor({ year: id_year, number: id_number, uid, subject })
  return editor ? <Left {...{ editor, ticket, happened, mayReopen }} /> : null
}

const NOTHING = { message: '', mentions: [] }
const toDiscard = {
  title: 'Scartare quello che hai scritto?',
  message: 'Il testo e i file scelti vanno persi.',
  confirm: 'Scarta',
  danger: true,
} as const

function Left({ editor, ticket, happened, mayReopen }: LeftReplyProps & { editor: ReplyEditor }) {
  const { local } = editor.state.use()
  const confirm = useConfirm()
  const { internal, message } = local
  const { mutate: reopen, isPending } = useMutation({
    meta: { endpoint: tickets.reopen },
    async mutationFn() {
      // A note does not become the public reason of the reopening: it waits in the box, as files do.
      const made = await call(tickets.reopen, internal ? keyOf(ticket) : { ...keyOf(ticket), message })
      if (internal) return made
      // Stored before the page shows the ticket open, or its box would take up what was sent.
      editor.change(() => NOTHING)
      await editor.flush()
      return made
    },
  })
  if (isEmptyReply(local)) return null
  const discard = async () => {
    if (await confirm(toDiscard)) editor.change(() => ({ ...NOTHING, photos: [] }))
  }
  return (
    <Alert color="amber" title={`Il ticket è stato ${happened} mentre scrivevi`}>
      <Text size="sm" className="preline">
        {message}
      </Text>
      <Group gap="xs" mt="xs">
        {mayReopen && (
          <Button loading={isPending} onClick={() => reopen()}>
            {internal ? 'Riapri e continua' : 'Riapri e invia'}
          </Button>
        )}
        <Button variant="default" onClick={() => void discard()}>
          Scarta
        </Button>
      </Group>
    </Alert>
  )
}
