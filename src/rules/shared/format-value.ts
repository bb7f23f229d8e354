import type * as v from 'valibot'
import { choiceLabels, fieldKind, scaleOf } from '../../contract/kernel/fields.ts'
import { formatItalianNumber } from '../../contract/kernel/italian-number.ts'
import { italianDay, romeMoment } from './italian.ts'

/** A value of any field as Italian text. If the field is given, choices are shown by their labels. */
export function formatValue(value: unknown, field?: v.GenericSchema): string {
  if (value === null || value === undefined || value === '') return '(vuoto)'
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number' && field && fieldKind(field) === 'money') return formatItalianNumber(value, scaleOf(field))
  if (typeof value === 'number' && !(field && fieldKind(field) === 'figures'))
    return value.toLocaleString('it-IT', { maximumFractionDigits: 6 })
  const words = field && choiceLabels(field)
  if (Array.isArray(value) && words) return value.map((one) => words[one] ?? String(one)).join(', ') || '(vuoto)'
  if (Array.isArray(value)) return value.length === 1 ? '1 elemento' : `${value.length} elementi`
  if (typeof value === 'object')
    return Object.values(value)
      .filter(Boolean)
      .map((one) => formatValue(one))
      .join(', ')
  const text = words?.[String(value)] ?? String(value)
  if (/^\d{4}-\d\d-\d\dT\d\d:/.test(text)) return romeMoment(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? italianDay(text) : text
}
