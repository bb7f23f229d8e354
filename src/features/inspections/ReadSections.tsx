import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { StationContext } from '../../contract/inspections/answers.ts'
import type { Evaluation } from '../../rules/inspections/evaluate.ts'
import { italianScore } from '../../rules/shared/italian.ts'
import { ReadAnswer } from './ReadAnswer.tsx'
import classes from './ReadInspection.module.css'

/** The sections with their answers; those with a non-conformity are open at first. */
export function ReadSections({ evaluation, station }: { evaluation: Evaluation; station: StationContext }) {
  /** Undefined until all are opened or closed at once: then those with something wrong in them are open. */
  const [all, setAll] = useState<boolean>()
  return (
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
                    <ReadAnswer key={result.key} result={result} station={station} />
                  ))}
                </dl>
              </div>
            ))}
          </details>
        </Card>
      ))}
    </>
  )
}
