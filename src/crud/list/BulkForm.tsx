import { Alert, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { MAX_BULK_TEXT } from '../../contract/kernel/bulk.ts'
import type { BulkAction } from '../../contract/kernel/bulk-actions.ts'
import { choiceLabels, fieldKind, scaleOf } from '../../contract/kernel/fields.ts'
import { fieldErrors, labelOf } from '../../contract/kernel/valibot-it.ts'
import { today } from '../../lib/format.ts'
import { type SchemaParts, unwrap } from '../../rules/shared/schema-fields.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import type { Filter, Filters } from './filters.tsx'

interface BulkFormProps {
  action: BulkAction
  /** The label with the rows: 'Chiudi 3 ticket'. */
  what: string
  /** A related record is chosen with the filter of the same name. */
  filters: Filters<any>
  busy: boolean
  /** What the server refused, by field. */
  refused: Readonly<Record<string, string>> | undefined
  /** What these choices would do, in figures. */
  figures: (values: object) => Promise<string>
  onSubmit: (values: object) => void
  onClose: () => void
}

/** The figures are asked for so long after the last key. */
const PAUSE_MS = 300

/** Values to set in all chosen rows; an empty field leaves the rows as they are. */
export function BulkForm({ action, what, filters, busy, refused, figures, onSubmit, onClose }: BulkFormProps) {
  const { label, values, as, past, note } = action
  const [given, setGiven] = useState<Record<string, unknown>>({})
  const [asked, setAsked] = useState(false)
  const filterOf = (name: string) => filters[as?.[name] ?? name] as Filter | undefined
  // A related record is chosen by its filter, which not everybody is offered.
  const fields = (Object.entries(values?.entries ?? {}) as [string, v.GenericSchema][]).filter(
    ([name, schema]) => fieldKind(schema) !== 'figures' || filterOf(name),
  )
  const said = Object.values(given).some((value) => value !== undefined)
  // The whole form also knows what one field asks of another.
  const whole = values && fields.length === Object.keys(values.entries).length ? values : v.object(Object.fromEntries(fields))
  const read = v.safeParse(whole, given, { lang: 'it' })
  const wrong = read.success ? {} : fieldErrors(whole, read.issues)
  const isWrong = Object.keys(wrong).length > 0
  // What is written in words changes no figure.
  const [chosen] = useDebouncedValue(
    JSON.stringify(given, (name, value) => {
      const schema = whole.entries[name]
      return schema && (name in wrong || !(choiceLabels(schema) || isNumber(schema))) ? undefined : value
    }),
    PAUSE_MS,
  )
  const some = chosen !== '{}'
  const { data: told } = useQuery({
    queryKey: ['bulk-preview', what, chosen],
    queryFn: () => figures(JSON.parse(chosen)),
    enabled: !!action.preview && some,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog opened onClose={onClose} title={label} closeOnClickOutside={false}>
      <Stack>
        <Text>
          {what}.{note && ` ${note}`}
          {fields.length > 1 && fields.every(([, schema]) => !isNeeded(schema)) && ' Quello che lasci vuoto resta com’è.'}
        </Text>
        {fields.map(([name, schema]) => (
          <BulkField
            key={name}
            {...{ name, schema, past, filter: filterOf(name), value: given[name] }}
            error={(asked && wrong[name]) || refused?.[name]}
            onChange={(value) => setGiven({ ...given, [name]: [value].flat().at(-1) ?? undefined })}
          />
        ))}
        {some && told && <Text role="status">{told}</Text>}
        {asked && !said && !isWrong && (
          <Alert color="red" role="alert">
            Indica almeno un valore da cambiare.
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={busy} onClick={() => (said && !isWrong ? onSubmit(given) : setAsked(true))}>
            {what}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
const isNeeded = ({ type }: v.GenericSchema) => type !== 'optional'
const isNumber = (schema: v.GenericSchema) => (unwrap(schema) as SchemaParts).type === 'number' && fieldKind(schema) !== 'figures'

interface BulkFieldProps {
  name: string
  schema: v.GenericSchema
  filter: Filter | undefined
  past: true | undefined
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}
function BulkField({ name, schema, filter, past, value, error, onChange }: BulkFieldProps) {
  const title = labelOf(schema) ?? name
  const words = choiceLabels(schema)
  const kind = fieldKind(schema)
  const common = { label: title, required: isNeeded(schema), error }
  if (words)
    return (
      <Select
        {...common}
        clearable
        data={Object.entries(words).map(([one, label]) => ({ value: one, label }))}
        value={value === undefined ? null : String(value)}
        // The keys of words are text, where the values may be numbers.
        onChange={(key) => onChange(key !== null && v.is(schema, Number(key)) ? Number(key) : key)}
      />
    )
  // A person chooses one, whatever a filter would take: the filters of related records are boxes to choose one in.
  if (kind === 'figures' && filter)
    return (
      <Stack gap={4}>
        <Text fw={500}>
          {title}
          {common.required && (
            <Text span c="red" aria-hidden>
              {' '}
              *
            </Text>
          )}
        </Text>
        {filter.control({ label: title, value: value === undefined ? undefined : [value], onChange })}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    )
  if (kind === 'day')
    return (
      <DateField
        {...common}
        {...(past ? { max: today() } : { min: today() })}
        value={(value as string | undefined) ?? null}
        onChange={onChange}
      />
    )
  if (isNumber(schema))
    return (
      <NumberField
        {...common}
        // The keys of figures have no minus on some phones.
        inputMode="text"
        decimals={scaleOf(schema) ?? 2}
        value={value as number | undefined}
        onChange={onChange}
      />
    )
  return (
    <Textarea
      {...common}
      rows={kind === 'long' ? 4 : 1}
      maxLength={MAX_BULK_TEXT}
      value={(value as string | undefined) ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
