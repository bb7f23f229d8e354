import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { COVER_PHOTO } from '../../contract/inspections/answers.ts'
import type { Inspection } from '../../contract/inspections/inspections.ts'
import { OUTCOMES } from '../../contract/inspections/labels.ts'
import { RecordFrame } from '../../crud/record/RecordFrame.tsx'
import { day, dayTime, today } from '../../lib/format.ts'
import { isClosed } from '../../rules/inspections/actions.ts'
import { inspectionName } from '../../rules/inspections/columns.ts'
import { evaluate } from '../../rules/inspections/evaluate.ts'
import { italianScore } from '../../rules/shared/italian.ts'
import { ScoreRing } from '../../ui/ScoreRing.tsx'
import { Incomplete } from './Incomplete.tsx'
import { InspectionRail } from './InspectionRail.tsx'
import { InspectionState } from './InspectionState.tsx'
import { NonConformities } from './NonConformities.tsx'
import { PdfVersions } from './PdfVersions.tsx'
import { ReadAnswer } from './ReadAnswer.tsx'
import { ReadFacts } from './ReadFacts.tsx'
import classes from './ReadInspection.module.css'
import { ReadPrevious } from './ReadPrevious.tsx'
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
  /** Undefined until all are opened or closed at once: then those with something wrong in them are open. */
  const [all, setAll] = useState<boolean>()
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
        {inspection.reason && <Alert color="amber">Motivo: {inspection.reason}</Alert>}
        {outcome === 'incompleta' && evaluation && <Incomplete inspection={inspection} unchecked={evaluation.unchecked} />}
        {isClosed(inspection) && <NonConformities inspection={inspection.id} />}
        {!!evaluation?.previous.length && <ReadPrevious checks={evaluation.previous} />}
        {evaluation && context && (
          <>
            <Group justify="flex-end">
              <Button variant="subtle" onClick={() => setAll(!all)}>
                {all ? 'Chiudi tutte le sezioni' : 'Apri tutte le sezioni'}
              </Button>
            </Group>
            {evaluation.sections.map(({ section, blocks, score, answered, total, nonConforming }) => (
              <Card key={section.key} withBorder component="section">
                <details open={all ?? nonConforming > 0}>
                  <summary className={classes.section}>
                    <Title order={2}>{section.name}</Title>
                    <Text size="sm" c="dimmed">
                      {evaluation.unchecked.some((item) => item.section === section.key && !item.question)
                        ? 'attrezzature non verificate'
                        : `${answered} di ${total}`}
                      {nonConforming > 0 ? ` · ${nonConforming} NC` : ''}
                      {score !== null ? ` · ${italianScore(score)}` : ''}
                    </Text>
                  </summary>
                  {blocks.map(({ block, questions }) => (
                    <div key={block.id}>
                      {block.label && (
                        <Text fw={600} mt="sm">
                          {block.label}
                        </Text>
                      )}
                      <dl className="answers">
                        {questions.map((result) => (
                          <ReadAnswer key={result.key} result={result} station={context} />
                        ))}
                      </dl>
                    </div>
                  ))}
                </details>
              </Card>
            ))}
          </>
        )}
        <Card withBorder component="section">
          <Title order={2}>Note e firme</Title>
          <dl className="answers">
            <div>
              <dt>Note</dt>
              <dd className="preline">{inspection.notes ?? '–'}</dd>
            </div>
            {(['inspector', 'manager'] as const).map((who) => {
              const signature = inspection.signatures?.[who]
              if (!signature) return null
              return (
                <div key={who}>
                  <dt>{who === 'inspector' ? 'Firma dell’ispettore' : 'Firma del gestore'}</dt>
                  <dd>
                    {signature.refused ? `Rifiutata: ${signature.reason}` : `${signature.name}, ${dayTime(signature.at)}`}
                    <ServerPhotos label={`Firma di ${signature.name}`} uuids={signature.file ? [signature.file] : []} />
                  </dd>
                </div>
              )
            })}
          </dl>
        </Card>
        <ReadUnlinkedFiles files={inspection.files} />
        <PdfVersions inspection={inspection.id} />
      </Stack>
    </RecordFrame>
  )
}
