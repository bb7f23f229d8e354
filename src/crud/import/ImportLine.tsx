import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type * as v from 'valibot'
import type { CheckedLine } from '../../contract/kernel/importing.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import { formatValue } from '../../rules/shared/format-value.ts'
import classes from './ImportLine.module.css'
import type { Fixes } from './use-import.ts'

interface ImportLineProps {
  line: CheckedLine
  columns: readonly string[]
  fields: v.ObjectEntries
  fixes: Fixes
  onFix: (field: string, text: string) => void
}

/** One line of a sheet: its changes, or its errors with a field to correct each. */
export function ImportLine({ line, columns, fields, fixes, onFix }: ImportLineProps) {
  const schema = (name: string) => fields[name] as v.GenericSchema
  const label = (name: string) => (fields[name] ? labelOf(schema(name))! : name)
  const plain = (name: string) => label(name).replace(/\*$/, '')
  // Told apart by the first two cells that are filled, and by a name or plate wherever it stands. A new line shows the other cells below.
  const filled = columns.flatMap((column, at) => (line.cells[at] ? [{ column, text: line.cells[at] }] : []))
  const inName = ({ column }: { column: string }, at: number) => at < 2 || column === 'name' || column === 'plate'
  const name = filled
    .filter(inName)
    .map(({ text }) => text)
    .join(' ')
  const rest = filled.flatMap((cell, at) => (inName(cell, at) ? [] : [`${plain(cell.column)}: ${cell.text}`]))
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
        {line.state === 'nuovo' && !!rest.length && (
          <Text size="sm" c="dimmed">
            {rest.join(' · ')}
          </Text>
        )}
        {line.changes.map(({ field, before, after }) => (
          <Text key={field} size="sm">
            {label(field)}: <s>{formatValue(before, schema(field))}</s> → {formatValue(after, schema(field))}
          </Text>
        ))}
        <Group gap="sm" align="flex-start">
          {Object.entries(line.errors).map(([field, sentence]) => {
            const at = columns.indexOf(field)
            const answered = line.asks?.[field]?.some((ask) => fixes[ask.field] === ask.text)
            // A field that the sheet has no column for can be filled in here, too.
            return !fields[field] ? (
              <Text key={field} size="sm" c="red">
                {sentence}
              </Text>
            ) : (
              <Stack key={field} gap={4} w="22rem" maw="100%">
                <TextInput
                  label={label(field)}
                  aria-label={`${label(field)}, riga ${line.line}`}
                  value={fixes[field] ?? line.cells[at] ?? ''}
                  error={fixes[field] === undefined && !answered && sentence}
                  onChange={(event) => onFix(field, event.currentTarget.value)}
                />
                <Group gap="xs">
                  {line.asks?.[field]?.map((ask) => (
                    <Button
                      key={ask.label}
                      size="xs"
                      variant={fixes[ask.field] === ask.text ? 'filled' : 'default'}
                      aria-pressed={fixes[ask.field] === ask.text}
                      aria-label={`${label(field)}, riga ${line.line}: ${ask.label}`}
                      onClick={() => onFix(ask.field, ask.text)}
                    >
                      {ask.label}
                    </Button>
                  ))}
                </Group>
              </Stack>
            )
          })}
        </Group>
      </Stack>
    </li>
  )
}
