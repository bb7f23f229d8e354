import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type * as v from 'valibot'
import type { ChoiceOption, QuestionOf } from '../../../../contract/inspections/question.ts'
import { randomKey } from '../../../../rules/inspections/keys.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../../../../ui/icons.tsx'
import { NumberField } from '../../../../ui/NumberField.tsx'
import classes from '../Editor.module.css'
import { moveItem } from '../edit-sections.ts'
import { SettingsGroup } from '../SettingsGroup.tsx'
import type { SettingsProps } from './settings-props.ts'

type Option = v.InferOutput<typeof ChoiceOption>

/** The options of a choice, each with its score and whether it opens a non-conformity. */
export function ChoiceSettings({ question, set, faults }: SettingsProps<QuestionOf<'single_choice'> | QuestionOf<'multi_choice'>>) {
  const { options } = question
  const change = (at: number, patch: Partial<Option>) => set({ options: options.map((one, i) => (i === at ? { ...one, ...patch } : one)) })
  const add = () => set({ options: [...options, { key: randomKey(), label: `Opzione ${options.length + 1}`, nc: false }] })
  return (
    <SettingsGroup legend="Opzioni">
      {faults.options && (
        <Text c="red" size="sm" role="alert">
          {faults.options}
        </Text>
      )}
      {options.map((option, at) => (
        <Stack key={option.key} gap="xs" className={classes.rule} role="group" aria-label={`Opzione ${at + 1}`}>
          <TextInput
            label={`Opzione ${at + 1}`}
            required
            maxLength={120}
            value={option.label}
            error={faults[`options.${at}.label`]}
            onChange={(event) => change(at, { label: event.currentTarget.value })}
          />
          <NumberField
            label="Punteggio (da 0 a 1)"
            value={option.score ?? null}
            error={faults[`options.${at}.score`]}
            onChange={(score) => change(at, { score })}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox label="Non conforme" checked={option.nc} onChange={(event) => change(at, { nc: event.currentTarget.checked })} />
            <Group gap={0} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={at === 0}
                aria-label={`Sposta su: ${option.label}`}
                onClick={() => set({ options: moveItem(options, at, at - 1) })}
              >
                <IconArrowUp />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={at === options.length - 1}
                aria-label={`Sposta giù: ${option.label}`}
                onClick={() => set({ options: moveItem(options, at, at + 1) })}
              >
                <IconArrowDown />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                disabled={options.length <= 2}
                aria-label={`Togli: ${option.label}`}
                onClick={() => set({ options: options.toSpliced(at, 1) })}
              >
                <IconTrash />
              </ActionIcon>
            </Group>
          </Group>
        </Stack>
      ))}
      <Button variant="default" leftSection={<IconPlus />} disabled={options.length >= 50} onClick={add}>
        Aggiungi opzione
      </Button>
      {question.type === 'multi_choice' && (
        <Group grow gap="sm" align="flex-start">
          <NumberField
            label="Scelte minime"
            decimals={0}
            value={question.min ?? null}
            error={faults.min}
            onChange={(min) => set({ min })}
          />
          <NumberField
            label="Scelte massime"
            decimals={0}
            value={question.max ?? null}
            error={faults.max}
            onChange={(max) => set({ max })}
          />
        </Group>
      )}
    </SettingsGroup>
  )
}
