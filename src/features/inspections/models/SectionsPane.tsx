import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { FORM_LIMITS, type Section } from '../../../contract/inspection-form.ts'
import type { RowAction } from '../../../crud/columns.ts'
import { RowMenu } from '../../../crud/RowMenu.tsx'
import { IconArrowDown, IconArrowUp, IconCopy, IconExclamationCircle, IconPlus, IconTrash } from '../../../ui/icons.tsx'
import classes from './Editor.module.css'
import { useEditing } from './editing.ts'
import { MODEL, settingsOf } from './place.ts'
import { SortableItem, SortableList } from './SortableList.tsx'
import { duplicateSection, emptySection, insertSection, moveSection, removeSection } from './tree.ts'

/** The sections in their order, and the way to the data of the model itself. */
export function SectionsPane({ selected }: { selected: string | undefined }) {
  const { tree, change, place, go, faultsOf, removed } = useEditing()
  const actions = (key: string, at: number): RowAction[] => [
    ...(at > 0 ? [{ label: 'Sposta su', icon: IconArrowUp, onSelect: () => change(moveSection(tree, key, at - 1)) }] : []),
    ...(at < tree.length - 1 ? [{ label: 'Sposta giù', icon: IconArrowDown, onSelect: () => change(moveSection(tree, key, at + 1)) }] : []),
    ...(tree.length < FORM_LIMITS.sections
      ? [
          {
            label: 'Duplica',
            icon: IconCopy,
            onSelect: () => {
              const [next, copy] = duplicateSection(tree, key)
              change(next)
              go(copy)
            },
          },
        ]
      : []),
    { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove(key, at) },
  ]
  function remove(key: string, at: number) {
    const section = tree[at]!
    change(removeSection(tree, key))
    if (place.section === key) go('')
    removed(`Sezione "${section.name}" eliminata.`, (now) => insertSection(now, at, section))
  }
  function add() {
    const section = emptySection(`Sezione ${tree.length + 1}`)
    change(insertSection(tree, tree.length, section))
    go(settingsOf(section.key))
  }
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        aria-current={place.panel === 'model' || undefined}
        data-faulty={Object.keys(faultsOf('')).length > 0 || undefined}
        onClick={() => go(MODEL)}
      >
        Dati del modello
      </UnstyledButton>
      <SortableList
        label="Sezioni"
        items={tree}
        nameOf={(section) => section.name}
        onMove={(from, to) => change(moveSection(tree, tree[from]!.key, to))}
      >
        {(section, at) => {
          const wrong = [section, ...section.questions].filter(({ key }) => Object.keys(faultsOf(key)).length).length
          return (
            <SortableItem key={section.key} id={section.key} name={section.name}>
              {(handle) => (
                <Group className={classes.row} gap={0} wrap="nowrap" data-selected={section.key === selected || undefined}>
                  {handle}
                  <UnstyledButton
                    className={classes.pick}
                    aria-current={section.key === selected || undefined}
                    onClick={() => go(section.key)}
                  >
                    <Text span fw={600} id={`voce-${section.key}`}>
                      {at + 1}. {section.name || '(senza titolo)'}
                    </Text>
                    <Text span size="xs" c="dimmed">
                      {said(section)}
                    </Text>
                    {wrong > 0 && (
                      <Text span size="xs" c="red" className={classes.fault}>
                        <IconExclamationCircle size={14} /> {wrong} da correggere
                      </Text>
                    )}
                  </UnstyledButton>
                  <RowMenu actions={actions(section.key, at)} of={`voce-${section.key}`} />
                </Group>
              )}
            </SortableItem>
          )
        }}
      </SortableList>
      <Button variant="default" leftSection={<IconPlus />} disabled={tree.length >= FORM_LIMITS.sections} onClick={add}>
        Aggiungi sezione
      </Button>
    </>
  )
}

const said = ({ questions, repeat, visible_if }: Section) =>
  [
    questions.length === 1 ? '1 domanda' : `${questions.length} domande`,
    ...(repeat ? [`per ogni ${repeat.label.toLowerCase()}`] : []),
    ...(visible_if ? ['con condizione'] : []),
  ].join(' · ')
