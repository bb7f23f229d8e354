import type { Position, StationContext, TableRow } from '../../contract/inspections/answers.ts'
import type { InputQuestion, QuestionOf, TableColumn } from '../../contract/inspections/question.ts'
import { distance } from '../shared/distance.ts'
import { italianDay, italianNumber, romeMoment } from '../shared/italian.ts'
import { readValue, type Values } from './values.ts'

/** How an answer is read, on paper and on the screen: words, or a table under the question. */
export interface PrintedAnswer {
  text: string
  /** Numbers are set flush right. */
  table: { head: string[]; numeric: boolean[]; rows: string[][] } | null
}
export const YES_NO: Readonly<Record<string, string>> = { si: 'Sì', no: 'No', na: 'N.A.' }
const price = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const coordinate = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 5, maximumFractionDigits: 5 })

/** Same decimals down a column, so that the figures stand under each other. */
const fixed = (value: number, decimals: number) =>
  value.toLocaleString('it-IT', { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: 'always' })

/** "45,46420° N, 9,19000° E (± 12 m)" */
export function positionText({ lat, lon, acc }: Position): string {
  const one = (value: number, [plus, minus]: [string, string]) => `${coordinate.format(Math.abs(value))}° ${value < 0 ? minus : plus}`
  const precision = acc == null ? '' : ` (± ${italianNumber(Math.round(acc))} m)`
  return `${one(lat, ['N', 'S'])}, ${one(lon, ['E', 'O'])}${precision}`
}
function cell(column: TableColumn, value: TableRow[string] | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') {
    const decimals = column.type === 'number' ? column.decimals : 0
    return fixed(value, decimals)
  }
  return column.type === 'date' ? italianDay(value) : value
}
function tableOf(question: QuestionOf<'table'>, rows: TableRow[]): PrintedAnswer['table'] {
  const labelled = rows.some((row) => row._label)
  const units = question.columns.map((column) =>
    column.type === 'number' && column.unit ? `${column.label} (${column.unit})` : column.label,
  )
  return {
    head: [...(labelled ? [''] : []), ...units],
    numeric: [...(labelled ? [false] : []), ...question.columns.map((column) => column.type === 'number')],
    rows: rows.map((row) => [
      ...(labelled ? [String(row._label ?? '')] : []),
      ...question.columns.map((column) => cell(column, row[column.key])),
    ]),
  }
}
function pricesOf(rows: Values['price_check'], station: StationContext): PrintedAnswer['table'] {
  const fuels = new Map(station.prices.map(({ fuel_id, fuel }) => [fuel_id, fuel]))
  const show = (value: number | null | undefined) => (value == null ? '–' : price.format(value))
  return {
    head: ['Carburante', 'Modalità', 'In vigore (€)', 'Totem (€)', 'Erogatore (€)'],
    numeric: [false, false, true, true, true],
    rows: rows.map(({ fuel_id, mode, expected, totem, dispenser }) => [
      fuels.get(fuel_id) ?? `Carburante ${fuel_id}`,
      mode === 'self' ? 'Self' : 'Servito',
      ...[expected, totem, dispenser].map(show),
    ]),
  }
}
const count = (items: readonly unknown[], one: string, many: string) => (items.length === 1 ? `1 ${one}` : `${items.length} ${many}`)

function answerText(question: InputQuestion, value: unknown, station: StationContext): string {
  const read = <T extends InputQuestion['type']>(type: T) => readValue(type, value)
  switch (question.type) {
    case 'yes_no':
    case 'yes_no_na':
      return YES_NO[String(value)] ?? ''
    case 'single_choice':
    case 'multi_choice': {
      const chosen = Array.isArray(value) ? (value as unknown[]).map(String) : [String(value)]
      return chosen.map((key) => question.options.find((option) => option.key === key)?.label ?? key).join(', ')
    }
    case 'rating':
      return `${value} su ${question.max}`
    case 'number':
      return [question.unit === '€' ? fixed(Number(value), 2) : italianNumber(Number(value)), question.unit].filter(Boolean).join(' ')
    case 'date':
      return italianDay(String(value))
    case 'datetime':
      return `${italianDay(String(value))} ${String(value).slice(11, 16)}`
    case 'photo':
      return count(read('photo') ?? [], 'foto', 'foto')
    case 'file':
      return count(read('file') ?? [], 'allegato', 'allegati')
    case 'signature': {
      const signature = read('signature')
      if (!signature) return ''
      return signature.refused
        ? `Firma rifiutata: ${signature.reason ?? ''}`
        : `Firmato da ${signature.name} il ${romeMoment(signature.at)}${signature.typed ? TYPED : ''}`
    }
    case 'gps': {
      const here = read('gps')
      if (!here) return ''
      const { latitude: lat, longitude: lon } = station
      const away = lat == null || lon == null ? '' : ` – a ${italianNumber(Math.round(distance(here, { lat, lon })))} m dal punto vendita`
      return positionText(here) + away
    }
    case 'equipment':
      return read('equipment')?.label ?? ''
    default:
      return String(value)
  }
}

/** Said after whoever signed by typing the name. */
export const TYPED = ', digitando il nome'
/** Empty text: not answered. `station`: names the fuels and tells how far a position is. */
export function printAnswer(question: InputQuestion, value: unknown, station: StationContext): PrintedAnswer {
  if (value === undefined) return { text: '', table: null }
  const table = readValue('table', question.type === 'table' ? value : undefined)
  if (question.type === 'table' && table) return { text: count(table, 'riga', 'righe'), table: tableOf(question, table) }
  const prices = readValue('price_check', question.type === 'price_check' ? value : undefined)
  if (prices) return { text: count(prices, 'prezzo', 'prezzi'), table: pricesOf(prices, station) }
  return { text: answerText(question, value, station), table: null }
}
