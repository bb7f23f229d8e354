import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { memo, useEffect, useMemo, useRef } from 'react'
import { FORM_LIMITS, type Section } from '../../../contract/inspections/form.ts'
import type { RowAction } from '../../../crud/list/columns.ts'
import { RowMenu } from '../../../crud/list/RowMenu.tsx'
import { IconArrowDown, IconArrowUp, IconCopy, IconExclamationCircle, IconPlus, IconTrash } from '../../../ui/icons.tsx'
import { SortableItem, SortableList } from '../../../ui/SortableList.tsx'
import classes from './Editor.module.css'
import { duplicateSection, emptySection, insertSection, moveSection, removeSection, sectionIndex } from './edit-sections.ts'
import { useModelEditor } from './editor-context.ts'
import { MODEL_PLACE, sectionSettings } from './editor-place.ts'

/** The sections in their order, and the way to the data of the model itself. */
export function SectionsPane({ selected }: { selected: string | undefined }) {
  const editing = useModelEditor()
  const { sections, change, place, go, faultsOf } = editing
  const latest = useRef(editing)
  useEffect(() => {
    latest.current = editing
  })
  const actions = useMemo(
    (): SectionActions => ({
      select: (key) => latest.current.go(key),
      move: (key, to) => latest.current.change((now) => moveSection(now, key, to)),
      duplicate(key) {
        const [next, copy] = duplicateSection(latest.current.sections, key)
        latest.current.change(() => next)
        latest.current.go(copy)
      },
      remove(key) {
        const now = latest.current
        const at = sectionIndex(now.sections, key)
        const section = now.sections[at]!
        now.change((sections) => removeSection(sections, key))
        if (now.place.section === key) now.go('')
        now.removed(`Sezione "${section.name}" eliminata.`, (sections) => insertSection(sections, at, section))
      },
    }),
    [],
  )
  function add() {
    const section = emptySection(`Sezione ${sections.length + 1}`)
    change((now) => insertSection(now, now.length, section))
    go(sectionSettings(section.key))
  }
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        aria-current={place.panel === 'model' || undefined}
        data-faulty={Object.keys(faultsOf('')).length > 0 || undefined}
        onClick={() => go(MODEL_PLACE)}
      >
        Dati del modello
      </UnstyledButton>
      <SortableList
        label="Sezioni"
        items={sections}
        nameOf={(section) => section.name}
        onMove={(from, to) => change((now) => moveSection(now, sections[from]!.key, to))}
      >
        {({ key, name, questions, ...section }, at) => (
          <SectionRow
            key={key}
            id={key}
            name={name || '(senza titolo)'}
            note={said(questions.length, section)}
            at={at}
            of={sections.length}
            selected={key === selected}
            wrong={[key, ...questions.map((question) => question.key)].filter((one) => Object.keys(faultsOf(one)).length).length}
            actions={actions}
          />
        )}
      </SortableList>
      <Button variant="default" leftSection={<IconPlus />} disabled={sections.length >= FORM_LIMITS.sections} onClick={add}>
        Aggiungi sezione
      </Button>
    </>
  )
}

const said = (questions: number, { repeat, visible_if }: Pick<Section, 'repeat' | 'visible_if'>) =>
  [
    questions === 1 ? '1 domanda' : `${questions} domande`,
    ...(repeat ? [`per ogni ${repeat.label.toLowerCase()}`] : []),
    ...(visible_if ? ['con condizione'] : []),
  ].join(' · ')

interface SectionActions {
  select: (key: string) => void
  move: (key: string, to: number) => void
  duplicate: (key: string) => void
  remove: (key: string) => void
}
interface SectionRowProps {
  id: string
  name: string
  note: string
  at: number
  of: number
  selected: boolean
  /** How much in it is to be put right. */
  wrong: number
  actions: SectionActions
}
const SectionRow = memo(({ id, name, note, at, of, selected, wrong, actions }: SectionRowProps) => {
  const menu: RowAction[] = [
    ...(at > 0 ? [{ label: 'Sposta su', icon: IconArrowUp, onSelect: () => actions.move(id, at - 1) }] : []),
    ...(at < of - 1 ? [{ label: 'Sposta giù', icon: IconArrowDown, onSelect: () => actions.move(id, at + 1) }] : []),
    ...(of < FORM_LIMITS.sections ? [{ label: 'Duplica', icon: IconCopy, onSelect: () => actions.duplicate(id) }] : []),
    { label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => actions.remove(id) },
  ]
  return (
    <SortableItem id={id} name={name}>
      {(handle) => (
        <Group className={classes.row} gap={0} wrap="nowrap" data-selected={selected || undefined}>
          {handle}
          <UnstyledButton className={classes.pick} aria-current={selected || undefined} onClick={() => actions.select(id)}>
            <Text span fw={500} id={`voce-${id}`}>
              {at + 1}. {name}
            </Text>
            <Text span size="xs" c="dimmed">
              {note}
            </Text>
            {wrong > 0 && (
              <Text span size="xs" c="red" className={classes.fault}>
                <IconExclamationCircle size={14} /> {wrong} da correggere
              </Text>
            )}
          </UnstyledButton>
          <RowMenu actions={menu} of={`voce-${id}`} />
        </Group>
      )}
    </SortableItem>
  )
})
