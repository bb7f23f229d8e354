import type {
  Answers,
  AnswerValue,
  EquipmentRef,
  EquipmentRow,
  PriceRow,
  StationContext,
  TableRow,
} from '../../contract/inspections/answers.ts'
import type { InputQuestion, QuestionOf } from '../../contract/inspections/question.ts'
import { readValue } from './values.ts'
import { answerKey, type Block } from './visibility.ts'

const fromEquipment = (prefix: string, rows: readonly EquipmentRow[] | undefined): TableRow[] =>
  (rows ?? []).map((row) => ({ _row: `${prefix}-${row.id}`, _label: row.label }))

/** The rows a table starts with: the guns of the block's dispenser (or all), the tanks, the prices on sale; none for a free table. */
export function startingRows(question: QuestionOf<'table'>, station: StationContext, block: Block): TableRow[] {
  const { guns, tanks } = station.equipment
  const inBlock = block.row && block.id.startsWith('dsp-') ? guns?.filter((gun) => gun.parent_id === block.row?.id) : guns
  const price = (p: StationContext['prices'][number]) => ({
    _row: `${p.fuel_id}-${p.mode}`,
    _label: `${p.fuel} ${p.mode === 'self' ? 'self' : 'servito'}`,
  })
  const rows = { guns: fromEquipment('gun', inBlock), tanks: fromEquipment('tnk', tanks), prices: station.prices.map(price), free: [] }
  return rows[question.rows].slice(0, question.max_rows)
}

/** A price check starts with the prices in force as the expected ones; what totem and dispenser show is for the inspector to read. */
export const startingPrices = (station: StationContext): PriceRow[] =>
  station.prices.map(({ fuel_id, mode, price }) => ({ fuel_id, mode, expected: price, totem: null, dispenser: null }))

/** True if the station, as known, has what the question is about; otherwise there is nothing to answer and nothing is required. */
export function isAnswerable(question: InputQuestion, station: StationContext, block: Block): boolean {
  if (question.type === 'price_check') return station.prices.length > 0
  if (question.type === 'equipment') return !!station.equipment[question.source]?.length
  return question.type !== 'table' || question.rows === 'free' || startingRows(question, station, block).length > 0
}

/** Answers that belong to one visit, such as files, signatures, places and prices, are never taken over from an earlier one. */
const OF_ITS_VISIT = new Set<InputQuestion['type']>(['photo', 'file', 'signature', 'gps', 'price_check'])
/** The earlier answer, as far as the station still has what it is about. */
function earlier(question: InputQuestion, block: Block, previous: Answers, station: StationContext): AnswerValue | undefined {
  if (OF_ITS_VISIT.has(question.type)) return undefined
  const value = readValue(question.type, previous[answerKey(question.key, block.id)]?.v)
  if (value === undefined) return undefined
  if (question.type === 'equipment')
    return station.equipment[question.source]?.some(({ id }) => id === (value as EquipmentRef).id) ? value : undefined
  if (question.type !== 'table' || question.rows === 'free') return value
  const rows = new Map((value as TableRow[]).map((row) => [row._row, row]))
  return readValue(
    'table',
    startingRows(question, station, block).map((row) => ({ ...rows.get(row._row), ...row })),
  )
}

/**
 * The value an unanswered question offers by its `prefill` setting; undefined for nothing. The inspector sees and may change it.
 * @param now local moment `YYYY-MM-DDTHH:MM`
 * @param previous answers of the last verifica of this station and model
 */
export function prefillValue(
  question: InputQuestion,
  block: Block,
  now: string,
  previous: Answers,
  station: StationContext,
): AnswerValue | undefined {
  switch (question.prefill) {
    case 'today':
    case 'now':
      return question.type === 'date' ? now.slice(0, 10) : question.type === 'time' ? now.slice(11, 16) : readValue(question.type, now)
    case 'equipment_number':
      return readValue(question.type, block.row?.number ?? undefined)
    case 'previous':
      return earlier(question, block, previous, station)
    default:
      return undefined
  }
}
