import { Alert, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { COVER_PHOTO } from '../../contract/inspections/answers.ts'
import type { Inspection } from '../../contract/inspections/inspections.ts'
import { OUTCOMES } from '../../contract/inspections/labels.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { day, dayTime, today } from '../../lib/format.ts'
import { isClosed } from '../../rules/inspections/actions.ts'
import { inspectionName } from '../../rules/inspections/columns.ts'
import { evaluate } from '../../rules/inspections/evaluate.ts'
import { ScoreRing } from '../../ui/ScoreRing.tsx'
import { endOfInspection } from './ended.ts'
import { Incomplete } from './Incomplete.tsx'
import { InspectionRail } from './InspectionRail.tsx'
import { InspectionState } from './InspectionState.tsx'
import { NonConformities } from './NonConformities.tsx'
import { NotesAndSignatures } from './NotesAndSignatures.tsx'
import { PdfVersions } from './PdfVersions.tsx'
import { ReadFacts } from './ReadFacts.tsx'
import { ReadPrevious } from './ReadPrevious.tsx'
import { ReadSections } from './ReadSections.tsx'
import { ReadUnlinkedFiles } from './ReadUnlinkedFiles.tsx'
import { RecordActions } from './RecordActions.tsx'
import { ServerPhotos } from './ServerPhotos.tsx'
import { outcomeTone, VERIFICHE } from './words.ts'

/** A verifica as the office reads it: outcome, non-conformities, sections folded where nothing is wrong, photos, signatures. */
export function ReadInspection({ inspection }: { inspection: Inspection }) {
  const { model, context, station } = inspection
  const evaluation = useMemo(
    () =>
      model && context
        ? evaluate(
            model,
            { answers: inspection.answers, signatures: inspection.signatures, gps: inspection.gps_start, open: inspection.open },
            context,
            today(Date.parse(inspection.completed_at ?? inspection.updated_at)),
          )
        : undefined,
    [inspection, model, context],
  )
  const outcome = inspection.outcome
  return (
    <RecordFrame
      list={VERIFICHE}
      title="Verifica"
      name={`Verifica ${inspectionName(inspection)}`}
      chip={<InspectionState status={inspection.status} />}
      subtitle={`${inspection.model_name}${inspection.model_version ? ` (v. ${inspection.model_version})` : ''}`}
      action={<RecordActions inspection={inspection} />}
      rail={<InspectionRail inspection={inspection} />}
    >
      <Stack>
        <Group align="center">
          {outcome && <ScoreRing score={inspection.score} outcome={{ tone: outcomeTone[outcome], label: OUTCOMES[outcome] }} />}
          <div>
            <Text>
              {station.code} {station.name}, {station.city} ({station.province})
            </Text>
            {evaluation?.because && evaluation.outcome === outcome && <Text>{evaluation.because}.</Text>}
            <Text c="dimmed" size="sm">
              {inspection.inspector.name}
              {inspection.scheduled_at ? ` · pianificata per il ${day(inspection.scheduled_at)}` : ''}
              {inspection.started_at ? ` · iniziata ${dayTime(inspection.started_at)}` : ''}
              {inspection.completed_at ? ` · completata ${dayTime(inspection.completed_at)}` : ''}
            </Text>
          </div>
        </Group>
        <ReadFacts inspection={inspection} />
        <ServerPhotos label="Foto di copertina" uuids={inspection.answers[COVER_PHOTO]?.photos ?? []} />
        {inspection.status === 'cancelled' ? (
          <Alert color="amber">{endOfInspection(inspection).words}</Alert>
        ) : (
          inspection.reason && <Alert color="amber">Motivo: {inspection.reason}</Alert>
        )}
        {outcome === 'incompleta' && evaluation && <Incomplete inspection={inspection} unchecked={evaluation.unchecked} />}
        {isClosed(inspection) && <NonConformities inspection={inspection.id} />}
        {!!evaluation?.previous.length && <ReadPrevious checks={evaluation.previous} />}
        {evaluation && context && <ReadSections evaluation={evaluation} station={context} />}
        <NotesAndSignatures notes={inspection.notes} signatures={inspection.signatures} />
        <ReadUnlinkedFiles files={inspection.files} />
        <PdfVersions inspection={inspection.id} />
      </Stack>
    </RecordFrame>
  )
}
