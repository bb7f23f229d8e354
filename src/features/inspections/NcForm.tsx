import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { ManualNc } from '../../contract/inspection-answers.ts'
import { SEVERITIES, type Severity } from '../../contract/inspection-labels.ts'
import { DateField } from '../../ui/DateField.tsx'
import { SegmentedAnswer } from '../../ui/SegmentedAnswer.tsx'
import { useEditor } from './editor.ts'
import { useEditing } from './inputs/context.ts'

const options = Object.entries(SEVERITIES).map(([value, label]) => ({ value, label, tone: 'error' as const }))

/** "Segnala non conformità": set by hand, also where no rule fires (domain.md 3.2). */
export function NcForm({ name, onClose }: { name: string; onClose: () => void }) {
  const editor = useEditing()
  const nc = useEditor(editor, (state) => state.local.answers[name]?.nc)
  const part = (next: Partial<ManualNc>) => editor.answer(name, ({ nc }) => (nc ? { nc: { ...nc, ...next } } : {}))
  return (
    <Stack gap="sm">
      <SegmentedAnswer
        label="Gravità della non conformità"
        options={options}
        value={nc?.severity ?? null}
        onChange={(severity) => editor.answer(name, ({ nc }) => ({ nc: severity ? { ...nc, severity: severity as Severity } : null }))}
      />
      {nc && (
        <>
          <Textarea
            label="Descrizione"
            maxLength={2000}
            value={nc.note ?? ''}
            onChange={(event) => part({ note: event.currentTarget.value || null })}
          />
          <DateField label="Da risolvere entro" value={nc.deadline ?? null} onChange={(deadline) => part({ deadline })} />
        </>
      )}
      <Group>
        <Button variant="default" onClick={onClose}>
          Chiudi
        </Button>
        {nc && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              editor.answer(name, { nc: null })
              onClose()
            }}
          >
            Togli la segnalazione
          </Button>
        )}
      </Group>
    </Stack>
  )
}
