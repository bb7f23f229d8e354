import { Alert, Button, Group, Switch, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { presses } from '../../crud/list/shortcuts.ts'
import { slotsLeft, templateVariables } from '../../rules/tickets/mail-template.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconLock } from '../../ui/icons.tsx'
import { AttachButtons, AttachedList, fitting } from './Attach.tsx'
import classes from './Composer.module.css'
import { MentionBox } from './MentionBox.tsx'
import { mentioned, type People, type Reply } from './reply.ts'

interface ComposerProps {
  reply: Reply
  onChange: (part: Partial<Pick<Reply, 'message' | 'internal' | 'mentions'>>) => void
  onFiles: (files: readonly File[]) => void
  onRemove: (id: string) => void
  /** Resolves once it is sent, or kept to be; what it throws is told by who throws it, and all stays as it is. */
  onSend: () => Promise<unknown>
  /** Writes internal notes too, names others and begins from a template; undefined for who opened the ticket. */
  agent?: { people: People; templates: (put: (text: string) => void) => ReactNode } | undefined
  /** Where what is written is now. */
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

/** Where an answer or an internal note is written. It keeps nothing itself: what is written is its owner's, who may be offline. */
export function Composer({ reply, onChange, onFiles, onRemove, onSend, agent, state }: ComposerProps) {
  const { message, internal, files } = reply
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [missing, setMissing] = useState(false)
  const [over, setOver] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const slots = agent ? slotsLeft(message) : []
  const unseeing = mentioned(reply).filter(({ id, sees }) => !(agent?.people.sees?.(id, internal) ?? sees))

  function add(chosen: readonly File[]) {
    const taken = fitting(chosen, files.length)
    if (taken.length) onFiles(taken)
  }
  async function turn(on: boolean) {
    // What was meant for colleagues must not reach the requester by a slip.
    if (!on && message.trim() && !(await confirm(toPublic))) return
    onChange({ internal: on })
    box.current?.focus()
  }
  /** A text that is written already goes where the cursor was last. */
  function put(text: string) {
    const { selectionStart: from, selectionEnd: to } = box.current!
    onChange({ message: message.slice(0, from) + text + message.slice(to) })
    // Once the new text stands in the box.
    setTimeout(() => {
      box.current?.focus()
      box.current?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  async function send() {
    if (sending.current) return
    if (!message.trim()) {
      setMissing(true)
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
  const drag = (entering: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(entering)
  }
  return (
    <section
      className={classes.composer}
      aria-label={internal ? 'Nuova nota interna' : 'Nuova risposta'}
      data-internal={internal || undefined}
      data-over={over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        add([...event.dataTransfer.files])
      }}
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
        error={missing && !message.trim() && 'Il campo Messaggio è obbligatorio.'}
        onChange={(text) => onChange({ message: text })}
        onMention={(text, one) => onChange({ message: text, mentions: [...reply.mentions, one] })}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files]
          // Beside words a picture of them may come along: who pastes words wants the words.
          if (!pasted.length || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          add(pasted)
        }}
      />
      {unseeing.length > 0 && (
        <Alert color="amber" role="status" p="xs">
          {`${unseeing.map(({ name }) => name).join(', ')}: ${internal ? 'non può leggere questa nota' : 'non può vedere questo ticket'}. Togli il nome, o non si potrà inviare.`}
        </Alert>
      )}
      {slots.length > 0 && (
        <Alert color="amber" role="status" p="xs">
          {`Senza valore: ${slots.map((name) => `${name}${Object.hasOwn(templateVariables, name) ? '' : ' (variabile sconosciuta)'}`).join(', ')}. Completa il testo prima di inviare.`}
        </Alert>
      )}
      <AttachedList files={files} onRemove={onRemove} busy={busy} />
      <Group gap="xs" className={classes.bar}>
        <AttachButtons onFiles={add} />
        {agent?.templates(put)}
        {agent && <Switch label="Nota interna" checked={internal} onChange={(event) => void turn(event.currentTarget.checked)} />}
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
