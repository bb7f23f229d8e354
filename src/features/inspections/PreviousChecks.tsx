import { Button, Card, Stack, Text } from '@mantine/core'
import { TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import { SEVERITIES, type Severity } from '../../contract/inspections/labels.ts'
import { graverSeverity } from '../../rules/inspections/non-conformities.ts'
import { LongText } from '../../ui/LongText.tsx'
import { SegmentedAnswer, YES_NO_NA } from '../../ui/SegmentedAnswer.tsx'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { Photos } from './inputs/Photos.tsx'
import { NcWords } from './NcWords.tsx'
import { severityOptions, ticketWords } from './words.ts'

/** "Non conformità aperte" of earlier verifiche of this station and model, each to be answered "Risolta?" (docs/spec/inspections.md#non-conformities). */
export function PreviousChecks() {
  const editor = useInspectionEditor()
  const checks = useEditor(editor, (state) => state.evaluation.previous)
  const answers = useEditor(editor, (state) => state.local.answers)
  return (
    <Stack gap="md">
      {checks.map(({ key, open, severity, resolved }) => (
        <Card key={key} id={key} tabIndex={-1} withBorder component="article" aria-label={open.label}>
          <Stack gap="sm">
            <NcWords nc={open} />
            <Text size="sm" c="dimmed">
              {[SEVERITIES[severity], open.ticket && ticketWords(open.ticket)].filter(Boolean).join(' · ')}
            </Text>
            {open.resolution_note && <Text className="preline">Soluzione indicata: {open.resolution_note}</Text>}
            <Text fw={500} aria-hidden>
              Risolta?
            </Text>
            <SegmentedAnswer
              label={`${open.label}: risolta?`}
              options={YES_NO_NA.slice(0, 2)}
              value={resolved === null ? null : resolved ? 'si' : 'no'}
              onChange={(value) => editor.answer(key, { v: value })}
            />
            {resolved === false && open.severity !== 'critica' && (
              <>
                <Text fw={500} aria-hidden>
                  Gravità
                </Text>
                <SegmentedAnswer
                  label={`${open.label}: gravità`}
                  options={severityOptions.filter(({ value }) => graverSeverity(value, open.severity) === value)}
                  value={severity}
                  onChange={(value) => editor.answer(key, value === open.severity ? { nc: null } : { nc: { severity: value as Severity } })}
                />
              </>
            )}
            {resolved !== null && (
              <Button variant="subtle" color="gray" w="fit-content" onClick={() => editor.answer(key, { v: null, nc: null })}>
                Azzera
              </Button>
            )}
            <LongText
              label="Nota"
              max={TEXT_LIMITS.note}
              value={answers[key]?.note ?? ''}
              onChange={(change) => editor.answer(key, ({ note }) => ({ note: change(note ?? '') || null }))}
            />
            <Photos name={key} label={open.label} />
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
