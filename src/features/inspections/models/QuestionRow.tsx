import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { QUESTION_TYPES, SEVERITIES } from '../../../contract/inspections/labels.ts'
import type { Question } from '../../../contract/inspections/question.ts'
import type { RowAction } from '../../../crud/list/columns.ts'
import { RowMenu } from '../../../crud/list/RowMenu.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { IconArrowDown, IconArrowUp, IconCopy, IconExclamationCircle, IconTrash } from '../../../ui/icons.tsx'
import { SortableItem } from '../../../ui/SortableList.tsx'
import classes from './Editor.module.css'

/** The actions on the question at a place; one object serves all rows. */
export interface QuestionActions {
  select: (key: string) => void
  move: (from: number, to: number) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
}
interface QuestionRowProps {
  question: Question
  at: number
  last: boolean
  selected: boolean
  /** Its first error. */
  fault: string | undefined
  actions: QuestionActions
}

const marks = (question: Question): { label: string; color: string }[] => {
  const condition = question.visible_if ? [{ label: 'Condizione', color: 'gray' }] : []
  if (question.type === 'info') return condition
  return [
    ...(question.required ? [] : [{ label: 'Facoltativa', color: 'gray' }]),
    ...(question.critical ? [{ label: 'Decisiva', color: 'red' }] : []),
    ...(question.nc ? [{ label: `NC ${SEVERITIES[question.nc.severity].toLowerCase()}`, color: 'amber' }] : []),
    ...condition,
  ]
}

/** A question in the list of its section. */
export const QuestionRow = memo(({ question, at, last, selected, fault, actions }: QuestionRowProps) => {
  const { key, label, type } = question
  const id = `voce-${key}`
  const up = () => actions.move(at, at - 1)
  const down = () => actions.move(at, at + 1)
  const menu: RowAction[] = [
    ...(at > 0 ? [{ label: 'Sposta su', icon: IconArrowUp, onSelect: up }] : []),
    ...(last ? [] : [{ label: 'Sposta giù', icon: IconArrowDown, onSelect: down }]),
    { label: 'Duplica', icon: IconCopy, onSelect: () => actions.duplicate(key) },
    { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => actions.remove(key) },
  ]
  return (
    <SortableItem id={key} name={label || 'domanda senza testo'}>
      {(handle) => (
        <Group className={classes.row} gap={0} wrap="nowrap" data-selected={selected || undefined}>
          {handle}
          <UnstyledButton className={classes.pick} aria-current={selected || undefined} onClick={() => actions.select(key)}>
            <Text span fw={500} id={id}>
              {at + 1}. {label || '(senza testo)'}
            </Text>
            <Group component="span" gap="xs">
              <Text span size="xs" c="dimmed">
                {QUESTION_TYPES[type]}
                {'weight' in question && question.weight !== 1 ? ` · peso ${question.weight.toLocaleString('it-IT')}` : ''}
              </Text>
              {marks(question).map((mark) => (
                <Chip key={mark.label} color={mark.color}>
                  {mark.label}
                </Chip>
              ))}
            </Group>
            {fault && (
              <Text span size="xs" c="red" className={classes.fault}>
                <IconExclamationCircle size={14} /> {fault}
              </Text>
            )}
          </UnstyledButton>
          <Group gap={0} wrap="nowrap" visibleFrom="sm">
            <ActionIcon variant="subtle" color="gray" disabled={at === 0} aria-label={`Sposta su: ${label}`} onClick={up}>
              <IconArrowUp />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" disabled={last} aria-label={`Sposta giù: ${label}`} onClick={down}>
              <IconArrowDown />
            </ActionIcon>
          </Group>
          <RowMenu actions={menu} of={id} />
        </Group>
      )}
    </SortableItem>
  )
})
