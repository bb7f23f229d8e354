import { Alert, Button, Group, Switch, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { faultsOf } from '../../contract/kernel/faults.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { presses } from '../../crud/list/shortcuts.ts'
import { slotsLeft, templateVariables } from '../../rules/tickets/mail-template.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconLock } from '../../ui/icons.tsx'
import { AttachButtons, AttachedList, withinLimits } from './Attach.tsx'
import classes from './Composer.module.css'
import { MentionBox } from './MentionBox.tsx'
import { type MentionSource, mentioned, type Reply } from './reply.ts'

interface ComposerProps {
  reply: Reply
  onChange: (part: Partial<Pick<Reply, 'message' | 'internal' | 'mentions'>>) => void
  onFiles: (files: readonly File[]) => void
  onRemove: (id: string) => void
  /** Resolves once the reply is sent or queued. If it throws, the caller has shown the error, and the box stays as it is. */
  onSend: () => Promise<unknown>
  /** For agents: they also write internal notes, mention people and use templates. */
  agent?: { people: MentionSource; templates: (insert: (text: string) => void) => ReactNode } | undefined
  /** Where the text is stored at the moment. */
  state?: ReactNode
}

const toPublic = {
  title: 'Rendere pubblica la nota?',
  message: 'Quello che hai scritto come nota interna diventa una risposta: la legge anche il richiedente.',
  confirm: 'Rendi pubblica',
  danger: true,
}

const withSlots = (slots: readonly string[]) => ({
  title: 'Inviare con variabili senza valore?',
  message: `Nel testo ${slots.length === 1 ? 'resta' : 'restano'} ${slots.map((name) => `{{${name}}}`).join(', ')}: chi legge vedrebbe questo al posto del valore.`,
  confirm: 'Invia così',
})

/** The box to write an answer or an internal note. It is controlled: its owner stores the text. */
export function Composer({ reply, onChange, onFiles, onRemove, onSend, agent, state }: ComposerProps) {
  const { message, internal, files } = reply
  const box = useRef<HTMLTextAreaElement>(null)
  const slots = agent ? slotsLeft(message) : []
  const { setInternal, insert } = useTextActions(reply, onChange, box)
  const { send, busy, fault } = useSendAction(message, slots, onSend, box)
  const add = (chosen: readonly File[]) => {
    const accepted = withinLimits(chosen, files.length)
    if (accepted.length) onFiles(accepted)
  }
  const { over, ...drop } = useFileDrop(add)
  return (
    <section
      className={classes.composer}
      aria-label={internal ? 'Nuova nota interna' : 'Nuova risposta'}
      data-internal={internal || undefined}
      data-over={over || undefined}
      {...drop}
      onKeyDown={(event) => {
        if (!presses('save', event)) return
        event.preventDefault()
        event.stopPropagation()
        void send()
      }}
    >
      {internal && (
        <Text size="sm" className={classes.only}>
          <IconLock size={16} /> Nota interna: la vedono solo gli operatori.
        </Text>
      )}
      <MentionBox
        ref={box}
        data-reply
        aria-label={internal ? 'Nota interna' : 'Risposta'}
        placeholder={internal ? 'Scrivi una nota per gli operatori' : 'Scrivi una risposta'}
        value={message}
        people={agent?.people}
        internal={internal}
        error={fault}
        onChange={(text) => onChange({ message: text })}
        onMention={(text, one) => onChange({ message: text, mentions: [...reply.mentions, one] })}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files]
          // Copied text may come with a picture of itself: then only the text is pasted.
          if (!pasted.length || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          add(pasted)
        }}
      />
      <Warnings reply={reply} slots={slots} sees={agent?.people.sees} />
      <AttachedList files={files} onRemove={onRemove} busy={busy} />
      <Group gap="xs" className={classes.bar}>
        <AttachButtons onFiles={add} />
        {agent?.templates(insert)}
        {agent && <Switch label="Nota interna" checked={internal} onChange={(event) => void setInternal(event.currentTarget.checked)} />}
        <Group gap="xs" className={classes.end}>
          {state}
          <Button loading={busy} color={internal ? 'amber' : undefined} onClick={() => void send()}>
            {internal ? 'Salva nota' : 'Invia'}
          </Button>
        </Group>
      </Group>
    </section>
  )
}

type TextBox = RefObject<HTMLTextAreaElement | null>
function useTextActions({ message }: Reply, onChange: ComposerProps['onChange'], box: TextBox) {
  const confirm = useConfirm()
  return {
    async setInternal(on: boolean) {
      // An internal note must not become public by a slip.
      if (!on && message.trim() && !(await confirm(toPublic))) return
      onChange({ internal: on })
      box.current?.focus()
    },
    /** Inserts a text at the caret. */
    insert(text: string) {
      const { selectionStart: from, selectionEnd: to } = box.current!
      onChange({ message: message.slice(0, from) + text + message.slice(to) })
      // The caret can be set only after the new text is rendered.
      setTimeout(() => {
        box.current?.focus()
        box.current?.setSelectionRange(from + text.length, from + text.length)
      })
    },
  }
}
/** Sends once at a time. A text that the server would refuse stays in the box, with the reason, and template variables without a value are asked about. */
function useSendAction(message: string, slots: readonly string[], onSend: ComposerProps['onSend'], box: TextBox) {
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [tried, setTried] = useState(false)
  const fault = faultsOf(tickets.comment, { message }).message
  async function send() {
    if (sending.current) return
    setTried(!!fault)
    if (fault) {
      box.current?.focus()
      return
    }
    sending.current = true
    if (slots.length && !(await confirm(withSlots(slots)))) {
      sending.current = false
      return
    }
    setBusy(true)
    await onSend().catch(() => undefined)
    sending.current = false
    setBusy(false)
    box.current?.focus()
  }
  return { send, busy, fault: tried && fault }
}
/** Handlers for files dragged onto the box; `over`: they are above it. */
function useFileDrop(add: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const drag = (entering: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(entering)
  }
  return {
    over,
    onDragOver: drag(true),
    onDragLeave: drag(false),
    onDrop(event: DragEvent) {
      drag(false)(event)
      add([...event.dataTransfer.files])
    },
  }
}

interface WarningsProps {
  reply: Reply
  slots: readonly string[]
  sees: MentionSource['sees']
}
/** Warns of mentioned people who may not read the text, and of template variables without a value. */
function Warnings({ reply, slots, sees }: WarningsProps) {
  const { internal } = reply
  const excluded = mentioned(reply).filter((one) => !(sees?.(one.id, internal) ?? one.sees))
  return (
    <>
      {excluded.length > 0 && (
        <Alert color="amber" role="status" p="xs">
          {`${excluded.map(({ name }) => name).join(', ')}: ${internal ? 'non può leggere questa nota' : 'non può vedere questo ticket'}. Togli il nome, o non si potrà inviare.`}
        </Alert>
      )}
      {slots.length > 0 && (
        <Alert color="amber" role="status" p="xs">
          {`Senza valore: ${slots.map((name) => `${name}${Object.hasOwn(templateVariables, name) ? '' : ' (variabile sconosciuta)'}`).join(', ')}. Completa il testo prima di inviare.`}
        </Alert>
      )}
    </>
  )
}
