import { Group, Stack, Text, TextInput } from '@mantine/core'
import type * as v from 'valibot'
import type { CheckedLine } from '../../contract/kernel/importing.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import { formatValue } from '../../rules/shared/format-value.ts'
import classes from './ImportLine.module.css'

interface ImportLineProps {
  line: CheckedLine
  columns: readonly string[]
  fields: v.ObjectEntries
  /** Corrected cells by column, not checked yet. */
  fixes: Readonly<Record<number, string>>
  onFix: (column: number, text: string) => void
}

/** One line of a sheet: its changes, or its errors with a field to correct each. */
export function ImportLine({ line, columns, fields, fixes, onFix }: ImportLineProps) {
  const schema = (name: string) => fields[name] as v.GenericSchema
  const label = (name: string) => (fields[name] ? labelOf(schema(name))! : name)
  const name = columns
    .flatMap((column, at) => (at < 2 && line.cells[at] ? [line.cells[at]] : column === 'name' ? [line.cells[at]] : []))
    .join(' ')
  return (
    <li className={classes.line}>
      <Text size="sm">
        <Text span c="dimmed" inherit>
          Riga {line.line}
        </Text>{' '}
        <Text span fw={600} inherit>
          {name}
        </Text>
      </Text>
      <Stack gap={4}>
        {line.changes.map(({ field, before, after }) => (
          <Text key={field} size="sm">
            {label(field)}: <s>{formatValue(before, schema(field))}</s> → {formatValue(after, schema(field))}
          </Text>
        ))}
        <Group gap="sm" align="flex-start">
          {Object.entries(line.errors).map(([field, sentence]) => {
            const at = columns.indexOf(field)
            return at < 0 ? (
              <Text key={field} size="sm" c="red">
                {sentence}
              </Text>
            ) : (
              <TextInput
                key={field}
                label={label(field)}
                aria-label={`${label(field)}, riga ${line.line}`}
                value={fixes[at] ?? line.cells[at] ?? ''}
                error={fixes[at] === undefined && sentence}
                onChange={(event) => onFix(at, event.currentTarget.value)}
              />
            )
          })}
        </Group>
      </Stack>
    </li>
  )
}
