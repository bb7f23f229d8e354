import { Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { Section } from '../../../contract/inspections/form.ts'
import { REPEAT_SINGULAR, REPEAT_SOURCES, type RepeatSource } from '../../../contract/inspections/labels.ts'
import { NumberField } from '../../../ui/NumberField.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { changeSection } from './edit-sections.ts'
import { useModelEditor } from './editor-context.ts'
import { optionsOf } from './select-options.ts'

export function SectionProperties({ section }: { section: Section }) {
  const { change, faultsOf } = useModelEditor()
  const faults = faultsOf(section.key)
  const set = (patch: Partial<Section>) => change((now) => changeSection(now, section.key, patch))
  const { repeat } = section
  return (
    <Stack gap="md">
      <TextInput
        label="Titolo sezione"
        required
        maxLength={120}
        value={section.name}
        error={faults.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Descrizione"
        maxLength={1000}
        value={section.description ?? ''}
        onChange={(event) => set({ description: event.currentTarget.value || null })}
      />
      <NumberField
        label="Peso"
        description="Quanto conta la sezione nel punteggio della verifica."
        value={section.weight}
        error={faults.weight}
        onChange={(weight) => set({ weight: weight as number })}
      />
      <Switch
        label="Ripetuta"
        description="Le domande si ripetono per ogni attrezzatura del punto vendita."
        checked={!!repeat}
        onChange={(event) =>
          set({ repeat: event.currentTarget.checked ? { source: 'dispensers', label: REPEAT_SINGULAR.dispensers } : null })
        }
      />
      {repeat && (
        <>
          <Select
            label="Per ogni"
            data={optionsOf(REPEAT_SOURCES)}
            value={repeat.source}
            allowDeselect={false}
            onChange={(next) => next && set({ repeat: { source: next as RepeatSource, label: REPEAT_SINGULAR[next as RepeatSource] } })}
          />
          <TextInput
            label="Nome di un blocco"
            required
            maxLength={60}
            value={repeat.label}
            error={faults['repeat.label']}
            onChange={(event) => set({ repeat: { ...repeat, label: event.currentTarget.value } })}
          />
        </>
      )}
      <ConditionBuilder
        legend="Mostra la sezione solo se"
        condition={section.visible_if ?? null}
        section={section.key}
        question={null}
        error={faults.visible_if}
        onChange={(visible_if) => set({ visible_if })}
      />
    </Stack>
  )
}
