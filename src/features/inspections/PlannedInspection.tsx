import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { InspectionRow } from '../../contract/inspections.ts'
import { day } from '../../lib/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Actions } from './Actions.tsx'
import { type Editor, editLocal } from './editor.ts'
import { beginPlanned } from './local.ts'

/** A verifica of my agenda, not begun yet. */
export function PlannedInspection({ inspection, onEditor }: { inspection: InspectionRow; onEditor: (editor: Editor) => void }) {
  const [problem, setProblem] = useState<string>()
  async function start() {
    try {
      const begun = await editLocal(await beginPlanned(inspection))
      if (begun) onEditor(begun)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
    }
  }
  return (
    <Page title={`${inspection.station.code} ${inspection.station.name}`} action={<Actions inspection={inspection} />}>
      <Stack maw={640}>
        <Text>
          {inspection.model_name} · {inspection.station.city} ({inspection.station.province})
        </Text>
        <Text c="dimmed">Pianificata per il {day(inspection.scheduled_at)}</Text>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Button w="fit-content" onClick={() => void start()}>
          Avvia la verifica
        </Button>
      </Stack>
    </Page>
  )
}
