import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Communication, controls, messages } from '../../../contract/content/communications.ts'
import { useSend } from '../../../lib/query.ts'
import { useRefused } from '../../../lib/use-refused.ts'
import { RichTextField } from '../../../ui/RichTextField.tsx'

/** A corrected version of a sent communication: everybody is told and asked anew, the earlier version stays in the evidence. */
export function CorrectForm({ one, onClose }: { one: Communication; onClose: () => void }) {
  const { id, rev, type } = one
  const [subject, setSubject] = useState(one.subject)
  const [body, setBody] = useState(one.body)
  const correct = useSend(((type === 2 ? controls : messages) as typeof messages).correct)
  const { refused, enter } = useRefused(correct.error)
  return (
    <Stack>
      <Text>
        La correzione parte subito come versione {one.version + 1} a tutti i destinatari di oggi
        {type === 2 ? ', che devono confermarla di nuovo' : ''}. La versione precedente resta nella pagina e nella prova in PDF.
        {one.files.length > 0 && ' Gli allegati restano quelli di prima.'}
      </Text>
      <TextInput
        label="Oggetto"
        required
        maxLength={160}
        value={subject}
        onChange={({ currentTarget: { value } }) => {
          setSubject(value)
          enter('subject')
        }}
        error={refused.subject}
      />
      <RichTextField
        label="Testo"
        defaultValue={one.body}
        onChange={(html) => {
          setBody(html)
          enter('body')
        }}
        error={refused.body}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button loading={correct.isPending} onClick={() => correct.mutate({ id, rev, subject, body }, { onSuccess: onClose })}>
          Invia la correzione
        </Button>
      </Group>
    </Stack>
  )
}
