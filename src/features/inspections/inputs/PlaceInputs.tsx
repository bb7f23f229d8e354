import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EquipmentRef, Position } from '../../../contract/inspections/answers.ts'
import type { QuestionOf } from '../../../contract/inspections/question.ts'
import { positionText } from '../../../rules/inspections/print-answer.ts'
import { isContextKnown } from '../../../rules/inspections/station-context.ts'
import { currentPosition } from '../current-position.ts'
import { useEditor } from '../editor.ts'
import { UnknownEquipment } from '../lazy-unknown-context.tsx'
import { type InputProps, useInspectionEditor } from './editor-context.ts'

export function GpsInput({ question, value, onChange }: InputProps<QuestionOf<'gps'>, Position>) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function locate() {
    setBusy(true)
    setProblem(undefined)
    try {
      onChange(await currentPosition())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
    }
    setBusy(false)
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" loading={busy} onClick={() => void locate()}>
        {value ? 'Rileva di nuovo' : 'Rileva posizione'}
      </Button>
      {value && <Text role="status">{positionText(value)}</Text>}
      {question.max_distance && (
        <Text size="sm" c="dimmed">
          Entro {question.max_distance} m dal punto vendita
        </Text>
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}

export function EquipmentInput({ question, value, onChange, error }: InputProps<QuestionOf<'equipment'>, EquipmentRef>) {
  const rows = useEditor(useInspectionEditor(), (state) => state.local.context.equipment[question.source])
  const known = useEditor(useInspectionEditor(), (state) => isContextKnown(state.local.context))
  if (!rows?.length && !known) return <UnknownEquipment source={question.source} />
  if (!rows?.length)
    return (
      <Group>
        <Text c="dimmed">Nessuna attrezzatura di questo tipo nei dati del punto vendita.</Text>
      </Group>
    )
  return (
    <>
      <Select
        label={question.label}
        withAsterisk={question.required}
        data={rows.map((row) => ({ value: String(row.id), label: row.label }))}
        value={value ? String(value.id) : null}
        error={error}
        searchable
        clearable
        onChange={(id) => {
          const row = rows.find((row) => String(row.id) === id)
          onChange(row ? { type: question.source, id: row.id, label: row.label } : null)
        }}
      />
      {!known && <UnknownEquipment source={question.source} />}
    </>
  )
}
