import { Group, Text } from '@mantine/core'
import { memo } from 'react'
import { dayTime } from '../../lib/format.ts'
import { IconLock } from '../../ui/icons.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import classes from './Conversation.module.css'
import type { ConversationMessage } from './conversation-types.ts'

/** One message. An internal note looks different, so that it is not mistaken for what the requester reads. */
export const Message = memo(({ entry }: { entry: ConversationMessage }) => {
  const { at, author, message, internal, mine, first, attachments, state, more } = entry
  const kind = internal ? 'Nota interna' : first ? 'Richiesta' : 'Risposta'
  return (
    <article
      className={classes.message}
      aria-label={`${kind} di ${author}, ${dayTime(at)}`}
      data-internal={internal || undefined}
      data-mine={mine || undefined}
      tabIndex={-1}
    >
      <header className={classes.head}>
        <span className={classes.author}>{author}</span>
        {internal && (
          <span className={classes.only}>
            <IconLock size={14} /> Nota interna · solo operatori
          </span>
        )}
        <Text span size="xs" c="dimmed">
          <time dateTime={at}>{dayTime(at)}</time>
        </Text>
        {state && <SaveState state={state} />}
      </header>
      <p className={`preline ${classes.text}`}>{message}</p>
      {attachments}
      {more && (
        <Group gap="xs" mt="xs">
          {more}
        </Group>
      )}
    </article>
  )
})
