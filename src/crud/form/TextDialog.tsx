import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { useFormDraft } from './use-form-draft.ts'

interface TextDialogProps {
  title: string
  /** Label of the text box, which is required. */
  label: string
  max: number
  /** Key of the draft: the text is restored under it after a reload, a crash or the end of the session. */
  draft: string
  /** Resolves once the text has been accepted. */
  onSend: (text: string) => Promise<unknown>
  onClose: () => void
  /** Context shown above the box. */
  about?: string
  color?: string
}

/** Asks for the text that an action requires. It is kept on the device until it is sent. */
export function TextDialog({ title, label, max, draft: name, onSend, onClose, about, color }: TextDialogProps) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useFormDraft(`text:${name}`, ({ values }) => setText((typed) => typed || String(values.text)))
  function type(change: (now: string) => string) {
    const next = change(text)
    setText(next)
    setMissing(false)
    if (next.trim()) draft.write({ values: { text: next }, base: {}, rev: undefined, attempt: undefined })
    else void draft.clear()
  }
  async function send() {
    if (!text.trim() || text.length > max) {
      setMissing(!text.trim())
      return box.current?.focus()
    }
    setBusy(true)
    await draft.flush()
    // The caller shows the error; the text stays.
    await onSend(text).then(draft.clear, () => undefined)
    setBusy(false)
  }
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack>
        {about && <Text>{about}</Text>}
        <LongText
          ref={box}
          label={label}
          required
          max={max}
          value={text}
          onChange={type}
          error={missing && `Il campo ${label} è obbligatorio.`}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Indietro
          </Button>
          <Button color={color} loading={busy} onClick={() => void send()}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
