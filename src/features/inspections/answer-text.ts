import type { AnswerValue, EquipmentRef, Position, PriceRow, Signature, TableRow } from '../../contract/inspection-answers.ts'
import type { Question } from '../../contract/inspection-question.ts'
import { day, dayTime, price } from '../../lib/format.ts'

const words: Record<string, string> = { si: 'Sì', no: 'No', na: 'N.A.' }
const prices = (rows: PriceRow[]) =>
  rows
    .map(
      (row) =>
        `${row.mode === 'self' ? 'self' : 'servito'}: listino ${show(row.expected)}, totem ${show(row.totem)}, erogatore ${show(row.dispenser)}`,
    )
    .join('; ')
const show = (value: number | null) => (value === null ? '–' : price(value))
const rowText = (row: TableRow, columns: { key: string; label: string }[]) =>
  [row._label, ...columns.map((column) => `${column.label}: ${row[column.key] ?? '–'}`)].filter(Boolean).join(', ')

/** An answer in words, as read mode shows it. */
export function answerText(question: Question, value: AnswerValue | undefined): string {
  if (question.type === 'info') return question.text
  if (value === undefined) return '–'
  switch (question.type) {
    case 'yes_no_na':
    case 'yes_no':
      return words[value as string] ?? '–'
    case 'single_choice':
      return question.options.find((option) => option.key === value)?.label ?? '–'
    case 'multi_choice':
      return question.options.flatMap((option) => ((value as string[]).includes(option.key) ? [option.label] : [])).join(', ')
    case 'rating':
      return `${value as number} su ${question.max}`
    case 'number':
      return `${(value as number).toLocaleString('it-IT', { maximumFractionDigits: 4 })}${question.unit ? ` ${question.unit}` : ''}`
    case 'date':
      return day(value as string)
    case 'datetime':
      return `${day((value as string).slice(0, 10))} ${(value as string).slice(11, 16)}`
    case 'photo':
    case 'file':
      return `${(value as string[]).length} ${question.type === 'photo' ? 'foto' : 'allegati'}`
    case 'signature':
      return `${(value as Signature).name}, ${dayTime((value as Signature).at)}`
    case 'gps':
      return `${(value as Position).lat.toFixed(5)}, ${(value as Position).lon.toFixed(5)}`
    case 'equipment':
      return (value as EquipmentRef).label
    case 'table':
      return (value as TableRow[]).map((row) => rowText(row, question.columns)).join('; ')
    case 'price_check':
      return prices(value as PriceRow[])
    default:
      return String(value)
  }
}
