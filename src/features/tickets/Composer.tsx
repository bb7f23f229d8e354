import { ActionIcon, Alert, Button, FileButton, Group, Switch, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { MAX_FILE_BYTES, MAX_FILES } from '../../contract/constants.ts'
import { presses } from '../../crud/shortcuts.ts'
import { bytes } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconCamera, IconFile, IconLock, IconX } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/use-phone.ts'
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
  const phone = usePhone()
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [missing, setMissing] = useState(false)
  const [over, setOver] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const unseeing = mentioned(reply).filter(({ sees }) => !sees)

  function add(chosen: readonly File[]) {
    const fitting = chosen.filter(({ size }) => size <= MAX_FILE_BYTES)
    if (fitting.length < chosen.length) notify.warning(`Il file supera la dimensione massima di ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
    const room = MAX_FILES - files.length
    if (fitting.length > room) notify.warning(`È possibile caricare al massimo ${MAX_FILES} file per volta.`)
    if (fitting.length && room > 0) onFiles(fitting.slice(0, room))
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
        label={internal ? 'Nota interna' : 'Risposta'}
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
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Allegati">
          {files.map(({ id, name, size, src }) => (
            <li key={id} className={classes.file}>
              {src ? <img src={src} alt="" className={classes.picture} /> : <IconFile />}
              <span className={classes.name}>
                {name} <Text span c="dimmed" inherit>{`· ${bytes(size)}`}</Text>
              </span>
              <ActionIcon variant="subtle" color="gray" aria-label={`Togli ${name}`} disabled={busy} onClick={() => onRemove(id)}>
                <IconX />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" className={classes.bar}>
        <FileButton multiple onChange={add}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFile />}>
              Allega
            </Button>
          )}
        </FileButton>
        {phone && (
          <FileButton accept="image/*" capture="environment" onChange={(file) => file && add([file])}>
            {(props) => (
              <ActionIcon {...props} variant="default" aria-label="Scatta foto">
                <IconCamera />
              </ActionIcon>
            )}
          </FileButton>
        )}
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
