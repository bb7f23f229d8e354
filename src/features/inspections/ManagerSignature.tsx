import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFormDraft } from '../../crud/form/use-form-draft.ts'
import { LongText } from '../../ui/LongText.tsx'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { Signer } from './inputs/Signer.tsx'

const MAX_REASON = 500

/** The manager signs, or refuses to and the reason is written down (docs/spec/inspections.md#pdf). */
export function ManagerSignature() {
  const editor = useInspectionEditor()
  const uuid = useEditor(editor, (state) => state.local.client_uuid)
  const signature = useEditor(editor, (state) => state.local.signatures.manager)
  const present = useEditor(editor, (state) => state.local.present)
  const [refusing, setRefusing] = useState(false)
  const [name, setName] = useState(present ?? '')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useFormDraft(`refusal:${uuid}`, ({ values }) => {
    setName(String(values.name))
    setReason(String(values.reason))
    setRefusing(true)
  })
  function type(values: { name: string; reason: string }) {
    setName(values.name)
    setReason(values.reason)
    draft.write({ values, base: {}, rev: undefined, attempt: undefined })
  }
  function refuse() {
    setAsked(true)
    if (!reason.trim() || reason.length > MAX_REASON) return box.current?.focus()
    editor.sign('signatures.manager', { name: name.trim(), at: new Date().toISOString(), refused: true, reason: reason.trim() })
    stop()
  }
  function stop() {
    void draft.clear()
    setAsked(false)
    setRefusing(false)
  }
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
          <TextInput label="Nome del gestore" value={name} onChange={(event) => type({ name: event.currentTarget.value, reason })} />
          <LongText
            ref={box}
            label="Motivo del rifiuto"
            required
            max={MAX_REASON}
            value={reason}
            onChange={(change) => type({ name, reason: change(reason) })}
            error={asked && !reason.trim() && 'Il campo Motivo del rifiuto è obbligatorio.'}
          />
          <Group>
            <Button variant="default" onClick={stop}>
              Torna alla firma
            </Button>
            <Button onClick={refuse}>Registra il rifiuto</Button>
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
