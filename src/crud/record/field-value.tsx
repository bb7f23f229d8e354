import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { choiceLabels, fieldKind, scaleOf } from '../../contract/kernel/fields.ts'
import { formatItalianNumber } from '../../contract/kernel/italian-number.ts'
import { day } from '../../lib/format.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'

/** A value rendered by its contract type; null if empty. */
export function fieldValue(field: v.GenericSchema, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return null
  const text = choiceLabels(field)?.[String(value)] ?? String(value)
  if (typeof value === 'boolean') return <StatusChip tone={value ? 'ok' : 'neutral'} label={value ? 'Sì' : 'No'} />
  const kind = fieldKind(field)
  if (typeof value === 'number' && kind === 'money') return formatItalianNumber(value, scaleOf(field))
  // Italian leaves a number of four figures without its point unless told otherwise; forms and lists write it.
  if (typeof value === 'number' && kind !== 'figures') return value.toLocaleString('it-IT', { maximumFractionDigits: 6, useGrouping: true })
  switch (kind) {
    case 'day':
      return day(text)
    case 'phone':
      return <Anchor href={`tel:${text}`}>{text}</Anchor>
    case 'email':
      return <Anchor href={`mailto:${text}`}>{text}</Anchor>
    case 'iban':
      // One that is masked comes with spaces of its own.
      return text.replaceAll(' ', '').replace(/.{4}(?=.)/g, '$& ')
    default:
      return text
  }
}
