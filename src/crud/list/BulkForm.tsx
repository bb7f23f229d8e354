import { Alert, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type * as v from 'valibot'
import { MAX_BULK_TEXT } from '../../contract/kernel/bulk.ts'
import type { BulkAction } from '../../contract/kernel/bulk-actions.ts'
import { choiceLabels, fieldKind } from '../../contract/kernel/fields.ts'
import { labelOf } from '../../contract/kernel/valibot-it.ts'
import { today } from '../../lib/format.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Filter, Filters } from './filters.tsx'

interface BulkFormProps {
  action: BulkAction
  /** '3 righe' */
  rows: string
  /** A related record is chosen with the filter of the same name. */
  filters: Filters<any>
  busy: boolean
  onSubmit: (values: object) => void
  onClose: () => void
}

/** Values to set in all chosen rows; an empty field leaves the rows as they are. */
export function BulkForm({ action: { label, values, as, past }, rows, filters, busy, onSubmit, onClose }: BulkFormProps) {
  const [given, setGiven] = useState<Record<string, unknown>>({})
  const [asked, setAsked] = useState(false)
  const set = (name: string, value: unknown) => setGiven({ ...given, [name]: [value].flat().at(-1) ?? undefined })
  const filterOf = (name: string) => filters[as?.[name] ?? name] as Filter | undefined
  // A related record is chosen by its filter, which not everybody is offered.
  const fields = Object.entries(values?.entries ?? {}).filter(
    ([name, schema]) => fieldKind(schema as v.GenericSchema) !== 'figures' || filterOf(name),
  )
  const said = Object.values(given).some((value) => value !== undefined)
  return (
    <Dialog opened onClose={onClose} title={label} closeOnClickOutside={false}>
      <Stack>
        <Text>
          {label}: {rows}.
          {fields.length > 1 && fields.every(([, { type }]) => type === 'optional') && ' Quello che lasci vuoto resta com’è.'}
        </Text>
        {fields.map(([name, schema]) => {
          const title = labelOf(schema) ?? name
          const filter = filterOf(name)
          const words = choiceLabels(schema as v.GenericSchema)
          if (words)
            return (
              <Select
                key={name}
                label={title}
                clearable
                data={Object.entries(words).map(([value, label]) => ({ value, label }))}
                value={(given[name] as string | undefined) ?? null}
                onChange={(value) => set(name, value)}
              />
            )
          const kind = fieldKind(schema as v.GenericSchema)
          if (filter && kind !== 'long')
            return (
              <Stack key={name} gap={4}>
                <Text fw={500}>{title}</Text>
                {filter.control({
                  label: title,
                  value: given[name] === undefined ? undefined : [given[name]],
                  onChange: (value) => set(name, value),
                })}
              </Stack>
            )
          if (kind === 'day')
            return (
              <DateField
                key={name}
                label={title}
                {...(past ? { max: today() } : { min: today() })}
                value={(given[name] as string | undefined) ?? null}
                onChange={(value) => set(name, value)}
              />
            )
          return (
            <Textarea
              key={name}
              label={title}
              rows={kind === 'long' ? 4 : 1}
              maxLength={MAX_BULK_TEXT}
              value={(given[name] as string | undefined) ?? ''}
              onChange={({ currentTarget }) => set(name, currentTarget.value || undefined)}
            />
          )
        })}
        {asked && !said && (
          <Alert color="red" role="alert">
            Indica almeno un valore da cambiare.
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={busy} onClick={() => (said ? onSubmit(given) : setAsked(true))}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
