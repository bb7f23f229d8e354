import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import { positionText } from '../../rules/inspections/print-answer.ts'
import { counted } from '../../ui/counted.ts'
import { LongText } from '../../ui/LongText.tsx'
import { currentPosition } from './current-position.ts'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'

/** The person present, the notes, and the position if the model asks for it and it is not known. */
export function ClosingFields({ onProblem }: { onProblem: (message: string | undefined) => void }) {
  const editor = useInspectionEditor()
  const local = useEditor(editor, (state) => state.local)
  const [busy, setBusy] = useState(false)
  return (
    <Card withBorder component="section" id="gps" tabIndex={-1}>
      <Title order={3}>Chiusura</Title>
      <Stack gap="sm" mt="xs">
        <TextInput
          label="Presente per il punto vendita"
          {...counted(local.present ?? '', TEXT_LIMITS.present)}
          value={local.present ?? ''}
          onChange={(event) => editor.setHead({ present: event.currentTarget.value || null })}
        />
        <LongText
          label="Note"
          max={TEXT_LIMITS.notes}
          value={local.notes ?? ''}
          onChange={(change) => editor.setHead({ notes: change(editor.state.get().local.notes ?? '') || null })}
        />
        {local.definition.require.gps && !local.gps_start && (
          <Button
            variant="default"
            loading={busy}
            onClick={() => {
              onProblem(undefined)
              setBusy(true)
              void currentPosition()
                .then(editor.setPosition, (error: Error) => onProblem(error.message))
                .finally(() => setBusy(false))
            }}
          >
            Rileva posizione (obbligatoria)
          </Button>
        )}
        {local.definition.require.gps && (
          <Text size="sm" role="status">
            {local.gps_start && `Posizione rilevata: ${positionText(local.gps_start)}.`}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
