import { Button, Group, Stack, Text } from '@mantine/core'
import { type ManualNc, TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import { SEVERITIES, type Severity } from '../../contract/inspections/labels.ts'
import { today } from '../../lib/format.ts'
import { deadlineError } from '../../rules/inspections/non-conformities.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { SegmentedAnswer } from '../../ui/SegmentedAnswer.tsx'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { Photos } from './inputs/Photos.tsx'
import { resultOf } from './steps.ts'
import { severityOptions } from './words.ts'

interface NcFormProps {
  /** Answer key. */
  name: string
  label: string
  /** The model's suggested remedy, used if nothing else is written. */
  suggestion: string | null | undefined
  onClose: () => void
}
/** "Segnala non conformità": set by hand, also where no rule fires, with pictures and a suggestion of its own (docs/spec/inspections.md#question-types). */
export function NcForm({ name, label, suggestion, onClose }: NcFormProps) {
  const editor = useInspectionEditor()
  const confirm = useConfirm()
  const nc = useEditor(editor, (state) => state.local.answers[name]?.nc)
  // The answer sets a floor that stands whatever is chosen here.
  const found = useEditor(editor, ({ evaluation }) => resultOf(evaluation, name)?.nc?.severity)
  const part = (change: (nc: ManualNc) => Partial<ManualNc>) =>
    editor.answer(name, ({ nc }) => (nc ? { nc: { ...nc, ...change(nc) } } : {}))
  async function takeBack() {
    const said = nc?.note || nc?.suggestion || nc?.photos?.length
    const question = { title: 'Togliere la segnalazione?', message: 'Con lei vanno la descrizione e le sue foto.', confirm: 'Togli' }
    if (said && !(await confirm({ ...question, danger: true }))) return
    editor.dropNc(name)
    onClose()
  }
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500} aria-hidden>
        Gravità della non conformità
      </Text>
      {found && found !== nc?.severity && (
        <Text size="sm">{`Per la risposta data è già ${SEVERITIES[found].toLowerCase()}: da qui si può solo aggravare.`}</Text>
      )}
      <SegmentedAnswer
        label="Gravità della non conformità"
        options={severityOptions}
        value={nc?.severity ?? null}
        onChange={(severity) =>
          severity ? editor.answer(name, ({ nc }) => ({ nc: { ...nc, severity: severity as Severity } })) : void takeBack()
        }
      />
      {nc && (
        <>
          <LongText
            label="Descrizione"
            max={TEXT_LIMITS.note}
            value={nc.note ?? ''}
            onChange={(change) => part(({ note }) => ({ note: change(note ?? '') || null }))}
          />
          <Photos name={name} label={`${label}, non conformità`} slot="nc" />
          <LongText
            label="Azione suggerita"
            placeholder={suggestion ?? undefined}
            max={TEXT_LIMITS.suggestion}
            value={nc.suggestion ?? ''}
            onChange={(change) => part((now) => ({ suggestion: change(now.suggestion ?? '') || null }))}
          />
          <DateField
            label="Da risolvere entro"
            min={today()}
            value={nc.deadline ?? null}
            error={nc.deadline ? deadlineError(nc.deadline, today()) : null}
            onChange={(deadline) => part(() => ({ deadline }))}
          />
        </>
      )}
      <Group>
        <Button variant="default" onClick={onClose}>
          Chiudi
        </Button>
        {nc && (
          <Button variant="subtle" color="red" onClick={() => void takeBack()}>
            Togli la segnalazione
          </Button>
        )}
      </Group>
    </Stack>
  )
}
