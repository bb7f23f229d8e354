import { Button, Card, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useEditor } from './editor.ts'
import { useEditing } from './inputs/context.ts'
import { Signer } from './inputs/Signer.tsx'

/** The manager signs, or refuses to and the reason is written down (domain.md 3.8.7). */
export function ManagerSignature() {
  const editor = useEditing()
  const signature = useEditor(editor, (state) => state.local.signatures.manager)
  const present = useEditor(editor, (state) => state.local.present)
  const [refusing, setRefusing] = useState(false)
  const [name, setName] = useState(present ?? '')
  const [reason, setReason] = useState('')
  return (
    <Card withBorder component="section" id="signatures.manager" tabIndex={-1}>
      <Title order={3}>Firma del gestore</Title>
      {signature?.refused ? (
        <Group justify="space-between">
          <Text>Il gestore ha rifiutato la firma: {signature.reason}</Text>
          <Button variant="default" onClick={() => editor.sign('signatures.manager', null)}>
            Togli il rifiuto
          </Button>
        </Group>
      ) : refusing ? (
        <Stack gap="sm">
          <TextInput label="Nome del gestore" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Textarea
            label="Motivo del rifiuto"
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group>
            <Button variant="default" onClick={() => setRefusing(false)}>
              Torna alla firma
            </Button>
            <Button
              disabled={!reason.trim()}
              onClick={() => {
                editor.sign('signatures.manager', { name: name.trim(), at: new Date().toISOString(), refused: true, reason: reason.trim() })
                setRefusing(false)
              }}
            >
              Registra il rifiuto
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <Signer label="Firma del gestore" name="signatures.manager" signer={present ?? ''} value={signature} />
          {!signature && (
            <Button variant="subtle" onClick={() => setRefusing(true)}>
              Il gestore rifiuta la firma
            </Button>
          )}
        </Stack>
      )}
    </Card>
  )
}
