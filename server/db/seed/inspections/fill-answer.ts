import type { AnswerValue, StationContext, TableRow } from '../../../../src/contract/inspections/answers.ts'
import type { InputQuestion, QuestionOf, TableColumn } from '../../../../src/contract/inspections/question.ts'
import { startingPrices, startingRows } from '../../../../src/rules/inspections/prefill.ts'
import type { Block } from '../../../../src/rules/inspections/visibility.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Random } from '../random.ts'

/** The answer of a seeded inspector. `bad`: the finding is not as it should be. */
export interface Situation {
  random: Random
  station: StationContext
  block: Block
  /** `YYYY-MM-DD` */
  today: string
  bad: boolean
  /** A new photo or attachment: its uuid. */
  picture(): string
  signature(role: string): AnswerValue
}

const remarks = [
  'Impianto in buone condizioni, personale collaborativo.',
  'Il gestore segnala ritardi nella manutenzione del lavaggio.',
  'Concordata la pulizia straordinaria del piazzale entro la settimana.',
  'Richiesta la sostituzione delle lampade della pensilina.',
  'Nessuna osservazione.',
]
const words = ['Frigo bevande', 'Vetrina', 'Congelatore gelati', 'Contatore principale', 'Quadro piazzale']

function dateAnswer(q: QuestionOf<'date'> | QuestionOf<'datetime'>, { random, today, bad }: Situation): string {
  if (q.type === 'date' && q.expires) return addDays(today, bad ? -random.int(5, 120) : random.int(30, 700))
  return q.not_after?.startsWith('today') ? addDays(today, -random.int(0, 20)) : addDays(today, random.int(0, 20))
}
function numberAnswer(q: QuestionOf<'number'>, random: Random): number {
  const low = q.ok_min ?? q.min ?? 0
  const high = q.ok_max ?? q.max ?? low + (q.unit === '€' ? 900 : 8)
  return random.real(low, high, q.step ? 0 : q.decimals)
}
function tableCell(column: TableColumn, { random, today, bad }: Situation): string | number {
  switch (column.type) {
    case 'number': {
      if (column.ok_max != null) return column.ok_max + random.real(bad ? 2 : -3, bad ? 6 : 0, 1)
      return random.real(column.ok_min ?? 1_000, (column.ok_min ?? 1_000) + 90_000, Math.min(column.decimals, 2))
    }
    case 'text':
      return random.pick(words).slice(0, column.max_length)
    case 'select':
      return random.pick(column.options)
    case 'date':
      return addDays(today, -random.int(1, 60))
  }
}
function tableAnswer(q: QuestionOf<'table'>, at: Situation): TableRow[] {
  const rows = startingRows(q, at.station, at.block)
  const wanted: TableRow[] = rows.length ? rows : Array.from({ length: Math.min(2, q.max_rows) }, () => ({}))
  // Beside a reading of known equipment there is mostly nothing to remark.
  const silent = rows.length > 0 && q.columns.some(({ type }) => type !== 'text')
  const cell = (column: TableColumn) => (silent && column.type === 'text' ? null : tableCell(column, at))
  return wanted.map((row) => ({ ...row, ...Object.fromEntries(q.columns.map((column) => [column.key, cell(column)])) }))
}
/** A station without prices still shows one on its totem. */
function priceAnswer({ station, bad }: Situation) {
  const rows = startingPrices(station)
  if (!rows.length) return [{ fuel_id: 1, mode: 'self' as const, expected: null, totem: 1.799, dispenser: 1.799 }]
  return rows.map(({ expected, ...row }, place) => {
    const shown = expected ?? 1.799
    return { ...row, expected, totem: bad && place === 0 ? Number((shown + 0.01).toFixed(3)) : shown, dispenser: shown }
  })
}
function choiceAnswer(q: QuestionOf<'single_choice'> | QuestionOf<'multi_choice'>, { random, bad }: Situation): string | string[] {
  const fitting = q.options.filter((option) => option.nc === bad)
  const offered = fitting.length ? fitting : q.options
  if (q.type === 'single_choice') return [...offered].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))[0]!.key
  const most = Math.min(q.max ?? offered.length, offered.length)
  return random
    .shuffle(offered)
    .slice(0, Math.max(q.min ?? 1, random.int(1, most)))
    .map(({ key }) => key)
}

/** A value that the question takes. */
export function answerFor(question: InputQuestion, at: Situation): AnswerValue {
  const { random, station, block, bad } = at
  switch (question.type) {
    case 'yes_no_na':
      return !bad && random.chance(0.04) ? 'na' : bad === question.invert ? 'si' : 'no'
    case 'yes_no':
      return bad === question.invert ? 'si' : 'no'
    case 'single_choice':
    case 'multi_choice':
      return choiceAnswer(question, at)
    case 'rating':
      return bad ? Math.max(1, (question.nc_at ?? 2) - random.int(0, 1)) : random.int((question.nc_at ?? 2) + 1, question.max)
    case 'number':
      return numberAnswer(question, random)
    case 'text':
    case 'textarea':
      return random.pick(remarks).slice(0, question.max_length)
    case 'date':
      return dateAnswer(question, at)
    case 'datetime':
      return `${dateAnswer(question, at)}T10:30`
    case 'time':
      return '10:30'
    case 'photo':
      return Array.from({ length: Math.max(1, question.min) }, at.picture)
    case 'file':
      return [at.picture()]
    case 'signature':
      return at.signature(question.role)
    case 'gps':
      return { lat: station.latitude ?? 45, lon: station.longitude ?? 9, acc: 8 }
    case 'scan':
      return bad ? 'ILLEGGIBILE' : (block.row?.number ?? 'SENZA MATRICOLA')
    case 'equipment': {
      const row = station.equipment[question.source]?.[0]
      return { type: question.source, id: row?.id ?? 1, label: row?.label ?? 'Attrezzatura' }
    }
    case 'table':
      return tableAnswer(question, at)
    case 'price_check':
      return priceAnswer(at)
  }
}
