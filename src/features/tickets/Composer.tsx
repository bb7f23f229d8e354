import { Alert, Button, Group, Switch, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { presses } from '../../crud/shortcuts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconLock } from '../../ui/icons.tsx'
import { AttachButtons, AttachedList, fitting } from './Attach.tsx'
import classes from './Composer.module.css'
import { MentionBox } from './MentionBox.tsx'
import { mentioned, type Reply } from './reply.ts'

interface ComposerProps {
  reply: Reply
  onChange: (part: Partial<Pick<Reply, 'message' | 'internal' | 'mentions'>>) => void
  onFiles: (files: readonly File[]) => void
  onRemove: (id: string) => void
  /** Resolves once it is sent, or kept to be; what it throws is told by who throws it, and all stays as it is. */
  onSend: () => Promise<unknown>
  /** Writes internal notes too, names others and begins from a template; undefined for who opened the ticket. */
  agent?: { people: MentionSource; templates: ReactNode } | undefined
  /** Where what is written is now. */
  state?: ReactNode
}
type MentionSource = Parameters<typeof MentionBox>[0]['people']

const toPublic = {
  title: 'Rendere pubblica la nota?',
  message: 'Quello che hai scritto come nota interna diventa una risposta: la legge anche il richiedente.',
  confirm: 'Rendi pubblica',
  danger: true,
}

/** Where an answer or an internal note is written. It keeps nothing itself: what is written is its owner's, who may be offline. */
export function Composer({ reply, onChange, onFiles, onRemove, onSend, agent, state }: ComposerProps) {
  const { message, internal, files } = reply
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [missing, setMissing] = useState(false)
  const [over, setOver] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const unseeing = mentioned(reply).filter(({ sees }) => !sees)

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
  async function send() {
    if (sending.current) return
    if (!message.trim()) {
      setMissing(true)
      box.current?.focus()
      return
    }
    sending.current = true
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
        aria-label={internal ? 'Nota interna' : 'Risposta'}
        placeholder={internal ? 'Scrivi una nota per gli operatori' : 'Scrivi una risposta'}
        value={message}
        people={agent?.people}
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
          {unseeing.map(({ name }) => name).join(', ')}: non può vedere questo ticket e non riceverà l’avviso.
        </Alert>
      )}
      <AttachedList files={files} onRemove={onRemove} busy={busy} />
      <Group gap="xs" className={classes.bar}>
        <AttachButtons onFiles={add} />
        {agent?.templates}
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
