import { Alert, Select, Stack, Text } from '@mantine/core'
import type * as v from 'valibot'
import type { Checked } from '../../contract/kernel/importing.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import type { Import } from './use-import.ts'

interface AssignColumnsProps {
  sheet: Pick<Import, 'assign' | 'known'>
  checked: Checked
  fields: v.ObjectEntries
  disabled: boolean
}
/** The columns of a file that are named otherwise than the fields: each can be assigned to a field, which is remembered for the next file. */
export function AssignColumns({ sheet, checked, fields, disabled }: AssignColumnsProps) {
  const free = Object.entries(fields).filter(([name]) => !checked.columns.includes(name))
  const assigned = Object.entries(sheet.known).filter(([, field]) => checked.columns.includes(field))
  const label = (schema: unknown) => labelOf(schema as v.GenericSchema)!
  if (!checked.unknown.length && !assigned.length) return null
  return (
    <Alert color="amber">
      <Stack gap="xs">
        {!!checked.unknown.length && (
          <Text size="sm">Colonne non riconosciute, lasciate fuori: {checked.unknown.join(', ')}. Puoi indicare che cosa contengono.</Text>
        )}
        {checked.unknown.map((heading) => (
          <Select
            key={heading}
            label={`Colonna «${heading}»`}
            placeholder="Lasciata fuori"
            searchable
            disabled={disabled}
            data={free.map(([value, schema]) => ({ value, label: label(schema) }))}
            value={null}
            onChange={(field) => sheet.assign(heading, field)}
          />
        ))}
        {assigned.map(([heading, field]) => (
          <Select
            key={heading}
            label={`Colonna «${heading}», indicata da te`}
            clearable
            disabled={disabled}
            data={[[field, fields[field]] as const, ...free].map(([value, schema]) => ({ value, label: label(schema) }))}
            value={field}
            onChange={(next) => sheet.assign(heading, next)}
          />
        ))}
      </Stack>
    </Alert>
  )
}
