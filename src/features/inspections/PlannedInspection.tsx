import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { InspectionRow } from '../../contract/inspections/inspections.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { day } from '../../lib/format.ts'
import { type Editor, openLocalEditor } from './editor.ts'
import { RecordActions } from './RecordActions.tsx'
import { startPlanned } from './start.ts'
import { VERIFICHE } from './words.ts'

/** A verifica of my agenda, not begun yet. */
export function PlannedInspection({ inspection, onEditor }: { inspection: InspectionRow; onEditor: (editor: Editor) => void }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<string>()
  async function start() {
    setBusy(true)
    setProblem(undefined)
    try {
      const begun = await openLocalEditor(await startPlanned(inspection, setStep))
      if (begun) onEditor(begun)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
    }
    setStep(undefined)
    setBusy(false)
  }
  return (
    <RecordFrame
      list={VERIFICHE}
      title="Verifica"
      name={`${inspection.station.code} ${inspection.station.name}`}
      action={
        <>
          <Button loading={busy} onClick={() => void start()}>
            Avvia la verifica
          </Button>
          <RecordActions inspection={inspection} />
        </>
      }
    >
      <Stack>
        <Text>
          {inspection.model_name} · {inspection.station.city} ({inspection.station.province})
        </Text>
        <Text c="dimmed">Pianificata per il {day(inspection.scheduled_at)}</Text>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Text size="sm" c="dimmed" role="status">
          {step && `Scaricamento: ${step}…`}
        </Text>
      </Stack>
    </RecordFrame>
  )
}
