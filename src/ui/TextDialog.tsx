import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'

interface TextDialogProps {
  title: string
  /** Of the box; what is written there is required. */
  label: string
  max: number
  busy: boolean
  onSend: (text: string) => void
  onClose: () => void
  /** What it is about, above the box. */
  about?: string
  color?: string
}

/** Asks for the words that something cannot be done without. */
export function TextDialog({ title, label, max, busy, onSend, onClose, about, color }: TextDialogProps) {
  const [text, setText] = useState('')
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {about && <Text>{about}</Text>}
        <Textarea
          label={label}
          required
          maxLength={max}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
          <Button color={color} disabled={!text.trim()} loading={busy} onClick={() => onSend(text)}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
