import { ActionIcon, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import {
  type Condition,
  type ConditionItem,
  type ConditionTest,
  isGroup,
  itemsOf,
  MAX_CONDITION_DEPTH,
} from '../../../contract/inspections/condition.ts'
import { IconPlus, IconTrash } from '../../../ui/icons.tsx'
import { firstTest, group, modeOf, type Subject, subjectOf, subjectsBefore, withItem } from './conditions.ts'
import classes from './Editor.module.css'
import { findQuestion } from './edit-sections.ts'
import { useModelEditor } from './editor-context.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { TestFields } from './TestFields.tsx'

interface ConditionBuilderProps {
  legend: string
  condition: Condition | null
  /** The owner of the condition: key of the section, and of the question if it is a question's. */
  section: string
  question: string | null
  error: string | undefined
  onChange: (condition: Condition | null) => void
}
/** When a question or section is shown: rules on earlier answers and on the station, in groups of all or any (docs/spec/inspections.md#conditions). */
export function ConditionBuilder({ legend, condition, section, question, error, onChange }: ConditionBuilderProps) {
  const { sections } = useModelEditor()
  const subjects = subjectsBefore(sections, section, question)
  const add = () => onChange(group('all', [firstOf(subjects)]))
  return (
    <SettingsGroup legend={legend}>
      {error && (
        <Text c="red" size="sm" role="alert">
          {error}
        </Text>
      )}
      {condition ? (
        <GroupFields condition={condition} subjects={subjects} depth={1} onChange={onChange} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            Sempre.
          </Text>
          <Button variant="default" leftSection={<IconPlus />} onClick={add}>
            Aggiungi condizione
          </Button>
        </>
      )}
    </SettingsGroup>
  )
}
/** A rule to begin with: on the question just before, else on the station. */
function firstOf(subjects: ReadonlyMap<string, Subject>): ConditionTest {
  const names = [...subjects.keys()]
  const name = names.findLast((one) => one.startsWith('q_')) ?? names[0]!
  return firstTest(name, subjects.get(name)!)
}

interface GroupFieldsProps {
  condition: Condition
  subjects: ReadonlyMap<string, Subject>
  /** 1 for the outermost group. */
  depth: number
  onChange: (condition: Condition | null) => void
}
function GroupFields({ condition, subjects, depth, onChange }: GroupFieldsProps) {
  const items = itemsOf(condition)
  const mode = modeOf(condition)
  const append = (item: Condition | ConditionTest) => onChange(group(mode, [...items, item]))
  return (
    <Stack gap="sm" className={depth > 1 ? classes.group : undefined}>
      {items.length > 1 && (
        <SegmentedControl
          aria-label="Regole da soddisfare"
          data={[
            { value: 'all', label: 'Tutte' },
            { value: 'any', label: 'Almeno una' },
          ]}
          value={mode}
          onChange={(next) => onChange(group(next as 'all' | 'any', items))}
        />
      )}
      {items.map((item, at) => (
        <ItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name of its own, and its inputs show what they are given
          key={at}
          item={item}
          subjects={subjects}
          depth={depth}
          onChange={(next) => onChange(withItem(condition, at, next))}
        />
      ))}
      <Group gap="xs">
        <Button variant="subtle" onClick={() => append(firstOf(subjects))}>
          Aggiungi regola
        </Button>
        {depth < MAX_CONDITION_DEPTH && (
          <Button variant="subtle" onClick={() => append(group(mode === 'all' ? 'any' : 'all', [firstOf(subjects)]))}>
            Aggiungi gruppo
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => onChange(null)}>
          {depth === 1 ? 'Togli condizione' : 'Togli gruppo'}
        </Button>
      </Group>
    </Stack>
  )
}

interface ItemFieldsProps {
  item: ConditionItem
  subjects: ReadonlyMap<string, Subject>
  depth: number
  onChange: (item: ConditionItem | null) => void
}
const ItemFields = ({ item, subjects, depth, onChange }: ItemFieldsProps) =>
  isGroup(item) ? (
    <GroupFields condition={item} subjects={subjects} depth={depth + 1} onChange={onChange} />
  ) : (
    <TestRow test={item} subjects={subjects} onChange={onChange} />
  )

interface TestRowProps {
  test: ConditionTest
  subjects: ReadonlyMap<string, Subject>
  onChange: (test: ConditionTest | null) => void
}
function TestRow({ test, subjects, onChange }: TestRowProps) {
  const { sections } = useModelEditor()
  const name = subjectOf(test)
  const subject = subjects.get(name)
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const [value, one] of subjects) groups.set(one.group, [...(groups.get(one.group) ?? []), { value, label: one.label }])
  // A question that was moved behind this one, or deleted, is still shown by its old name.
  const lost = subject ? undefined : (findQuestion(sections, name)?.question.label ?? 'Domanda eliminata')
  return (
    <Stack gap="xs" className={classes.rule}>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <Select
          className={classes.grow}
          label="Se"
          searchable
          allowDeselect={false}
          data={[
            ...[...groups].map(([group, items]) => ({ group, items })),
            ...(lost ? [{ value: name, label: lost, disabled: true }] : []),
          ]}
          value={name}
          error={lost ? 'Scegliere una domanda precedente.' : undefined}
          onChange={(next) => next && next !== name && onChange(firstTest(next, subjects.get(next)!))}
        />
        <ActionIcon variant="subtle" color="red" aria-label="Togli la regola" onClick={() => onChange(null)}>
          <IconTrash />
        </ActionIcon>
      </Group>
      {subject && (
        <TestFields
          label={'station' in test ? 'Dato' : 'Risposta'}
          subject={subject}
          test={test}
          onChange={(next) => onChange({ ...('station' in test ? { station: test.station } : { q: test.q }), ...next } as ConditionTest)}
        />
      )}
    </Stack>
  )
}
