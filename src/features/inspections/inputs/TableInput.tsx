import { Button, Card, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { TableRow } from '../../../contract/inspections/answers.ts'
import type { QuestionOf, TableColumn } from '../../../contract/inspections/question.ts'
import { startingRows } from '../../../rules/inspections/prefill.ts'
import { isContextKnown } from '../../../rules/inspections/station-context.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { counted } from '../../../ui/counted.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { useEditor } from '../editor.ts'
import { UnknownEquipment, UnknownPrices } from '../lazy-unknown-context.tsx'
import { type InputProps, useInspectionEditor } from './editor-context.ts'
import { NumberAnswer } from './NumberAnswer.tsx'
import { unitOf } from './unit.ts'

/** Rows of a table: one card a row, which a phone can hold. */
export function TableInput({ question, block, value, onChange, error }: InputProps<QuestionOf<'table'>, TableRow[]>) {
  const context = useEditor(useInspectionEditor(), (state) => state.local.context)
  const begun = startingRows(question, context, block)
  const rows = value ?? begun
  const change = (make: (rows: TableRow[]) => TableRow[]) =>
    onChange((now) => {
      const next = make(now ?? begun)
      return next.length > 0 ? next : null
    })
  const set = (at: number, key: string, cell: string | number | null) =>
    change((rows) => rows.map((row, i) => (i === at ? { ...row, [key]: cell } : row)))
  const free = question.rows === 'free'
  const unknown = !free && !isContextKnown(context)
  return (
    <Stack gap="sm">
      {unknown &&
        (question.rows === 'prices' ? <UnknownPrices /> : question.rows !== 'free' && <UnknownEquipment source={question.rows} />)}
      {rows.length === 0 && !unknown && (
        <Text c="dimmed">{free ? 'Nessuna riga.' : 'Nessuna attrezzatura nei dati del punto vendita.'}</Text>
      )}
      {rows.map((row, at) => (
        <Card key={String(row._row ?? at)} withBorder padding="sm">
          <Group justify="space-between" mb="xs">
            <Text fw={500}>{row._label ?? `Riga ${at + 1}`}</Text>
            {free && (
              <Button variant="subtle" color="red" onClick={() => change((rows) => rows.filter((_, i) => i !== at))}>
                Rimuovi
              </Button>
            )}
          </Group>
          <Columns min="14rem">
            {question.columns.map((column) => (
              <Cell key={column.key} column={column} value={row[column.key] ?? null} onChange={(cell) => set(at, column.key, cell)} />
            ))}
          </Columns>
        </Card>
      ))}
      {free && rows.length < question.max_rows && (
        <Button variant="default" onClick={() => change((rows) => (rows.length < question.max_rows ? [...rows, {}] : rows))}>
          Aggiungi riga
        </Button>
      )}
      {error && (
        <Text c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

interface CellProps {
  column: TableColumn
  value: string | number | null
  onChange: (value: string | number | null) => void
}
function Cell({ column, value, onChange }: CellProps) {
  switch (column.type) {
    case 'number':
      return <NumberAnswer label={column.label} decimals={column.decimals} value={value} {...unitOf(column)} onChange={onChange} />
    case 'date':
      return <DateField label={column.label} value={value as string | null} onChange={onChange} />
    case 'select':
      return <Select label={column.label} data={column.options} value={value as string | null} onChange={onChange} clearable />
    case 'text':
      return (
        <TextInput
          label={column.label}
          {...counted((value as string | null) ?? '', column.max_length)}
          value={(value as string | null) ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )
  }
}
