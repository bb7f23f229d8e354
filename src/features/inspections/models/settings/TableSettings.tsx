import { ActionIcon, Button, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { QuestionOf, TableColumn } from '../../../../contract/inspections/question.ts'
import { randomKey } from '../../../../rules/inspections/keys.ts'
import { Columns } from '../../../../ui/Columns.tsx'
import { IconPlus, IconTrash } from '../../../../ui/icons.tsx'
import { NumberField } from '../../../../ui/NumberField.tsx'
import classes from '../Editor.module.css'
import type { Faults } from '../problems.ts'
import { SettingsGroup } from '../SettingsGroup.tsx'
import { optionsOf } from '../select-options.ts'
import type { SettingsProps } from './settings-props.ts'

const rows = optionsOf({ free: 'Aggiunte da chi compila', guns: 'Pistole', tanks: 'Cisterne', prices: 'Prezzi in vendita' })
const types = optionsOf({ number: 'Numero', text: 'Testo', select: 'Elenco', date: 'Data' })
const MAX_COLUMNS = 12

const column = (key: string, label: string, type: TableColumn['type']): TableColumn => {
  if (type === 'number') return { key, label, type, decimals: 2 }
  if (type === 'text') return { key, label, type, max_length: 120 }
  return type === 'select' ? { key, label, type, options: ['Sì', 'No'] } : { key, label, type }
}

/** The columns of a table and where its rows come from. */
export function TableSettings({ question, set, faults }: SettingsProps<QuestionOf<'table'>>) {
  const { columns } = question
  const put = (at: number, next: TableColumn) => set({ columns: columns.with(at, next) })
  return (
    <SettingsGroup legend="Tabella">
      <Select
        label="Righe"
        data={rows}
        value={question.rows}
        allowDeselect={false}
        onChange={(next) => next && set({ rows: next as typeof question.rows })}
      />
      <NumberField
        label="Righe al massimo"
        decimals={0}
        value={question.max_rows}
        error={faults.max_rows}
        onChange={(max_rows) => set({ max_rows: max_rows as number })}
      />
      {faults.columns && (
        <Text c="red" size="sm" role="alert">
          {faults.columns}
        </Text>
      )}
      {columns.map((one, at) => (
        <Stack key={one.key} gap="xs" className={classes.rule} role="group" aria-label={`Colonna ${at + 1}`}>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              className={classes.grow}
              label={`Colonna ${at + 1}`}
              required
              maxLength={60}
              value={one.label}
              error={faults[`columns.${at}.label`]}
              onChange={(event) => put(at, { ...one, label: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              disabled={columns.length === 1}
              aria-label={`Togli: ${one.label}`}
              onClick={() => set({ columns: columns.toSpliced(at, 1) })}
            >
              <IconTrash />
            </ActionIcon>
          </Group>
          <Select
            label="Contiene"
            data={types}
            value={one.type}
            allowDeselect={false}
            onChange={(type) => type && put(at, column(one.key, one.label, type as TableColumn['type']))}
          />
          <ColumnSettings one={one} path={`columns.${at}`} faults={faults} onChange={(next) => put(at, next)} />
        </Stack>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus />}
        disabled={columns.length >= MAX_COLUMNS}
        onClick={() => set({ columns: [...columns, column(randomKey(), `Colonna ${columns.length + 1}`, 'number')] })}
      >
        Aggiungi colonna
      </Button>
    </SettingsGroup>
  )
}

interface ColumnSettingsProps {
  one: TableColumn
  path: string
  faults: Faults
  onChange: (column: TableColumn) => void
}
function ColumnSettings({ one, path, faults, onChange }: ColumnSettingsProps) {
  if (one.type === 'select')
    return (
      <TagsInput
        label="Voci dell'elenco"
        value={one.options}
        error={faults[`${path}.options`]}
        onChange={(options) => onChange({ ...one, options })}
      />
    )
  if (one.type !== 'number') return null
  const limit = (name: 'ok_min' | 'ok_max', label: string) => (
    <NumberField
      label={label}
      decimals={4}
      value={one[name] ?? null}
      error={faults[`${path}.${name}`]}
      onChange={(value) => onChange({ ...one, [name]: value })}
    />
  )
  return (
    <Columns min="9rem">
      {limit('ok_min', 'Conforme da')}
      {limit('ok_max', 'Conforme fino a')}
      <NumberField
        label="Decimali"
        decimals={0}
        value={one.decimals}
        error={faults[`${path}.decimals`]}
        onChange={(decimals) => onChange({ ...one, decimals: decimals as number })}
      />
      <TextInput
        label="Unità"
        maxLength={12}
        value={one.unit ?? ''}
        onChange={(event) => onChange({ ...one, unit: event.currentTarget.value || null })}
      />
    </Columns>
  )
}
