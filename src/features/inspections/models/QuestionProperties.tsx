import { Alert, Select, Stack, Textarea } from '@mantine/core'
import { QUESTION_TYPES, type QuestionType } from '../../../contract/inspections/labels.ts'
import type { Question } from '../../../contract/inspections/question.ts'
import { AnswerSettings } from './AnswerSettings.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { changeQuestion, moveToSection } from './edit-sections.ts'
import { useModelEditor } from './editor-context.ts'
import { NcSettings } from './NcSettings.tsx'
import { changeType, TYPE_GROUPS } from './new-question.ts'
import { TypeSettings } from './settings/TypeSettings.tsx'

const types = TYPE_GROUPS.map(({ name, types }) => ({
  group: name,
  items: types.map((value) => ({ value, label: QUESTION_TYPES[value] })),
}))

interface QuestionPropertiesProps {
  question: Question
  /** Key of the section it stands in. */
  section: string
}
export function QuestionProperties({ question, section }: QuestionPropertiesProps) {
  const { sections, change, faultsOf, isFixed } = useModelEditor()
  const faults = faultsOf(question.key)
  const put = (next: (question: Question) => Question) => change((now) => changeQuestion(now, question.key, next))
  const set = (patch: object) => put((now) => ({ ...now, ...patch }) as Question)
  const fixed = isFixed(question.key)
  return (
    <Stack gap="md">
      {faults[''] && <Alert color="red">{faults['']}</Alert>}
      <Textarea
        label={question.type === 'info' ? 'Titolo' : 'Domanda'}
        required
        maxLength={300}
        data-new={question.label === '' || undefined}
        autoFocus={question.label === ''}
        value={question.label}
        error={faults.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <Select
        label="Tipo"
        description={fixed ? 'Il tipo di una domanda già usata non cambia: duplicarla e cambiare il tipo della copia.' : undefined}
        disabled={fixed}
        data={types}
        value={question.type}
        allowDeselect={false}
        maxDropdownHeight={360}
        onChange={(next) => next && put((now) => changeType(now, next as QuestionType))}
      />
      {question.type !== 'info' && (
        <Textarea
          label="Aiuto per chi compila"
          maxLength={1000}
          value={question.help ?? ''}
          onChange={(event) => set({ help: event.currentTarget.value || null })}
        />
      )}
      <TypeSettings question={question} set={set} faults={faults} />
      {question.type !== 'info' && (
        <>
          <AnswerSettings question={question} set={set} faults={faults} />
          <NcSettings question={question} set={set} faults={faults} />
        </>
      )}
      <ConditionBuilder
        legend="Mostra la domanda solo se"
        condition={question.visible_if ?? null}
        section={section}
        question={question.key}
        error={faults.visible_if}
        onChange={(visible_if) => set({ visible_if })}
      />
      <Select
        label="Sezione"
        description="Cambiandola la domanda va in fondo all'altra sezione."
        data={sections.map(({ key, name }) => ({ value: key, label: name || '(senza titolo)' }))}
        value={section}
        allowDeselect={false}
        onChange={(next) => next && change((now) => moveToSection(now, question.key, next))}
      />
    </Stack>
  )
}
