import type { Answer, Answers, EquipmentRow, StationContext } from '../../contract/inspections/answers.ts'
import { BLOCK_PREFIX, type EquipmentSource, keysOf } from '../../contract/inspections/labels.ts'
import type { InspectionContext, LastInspection } from '../../contract/inspections/offline.ts'
import { startingRows } from '../../rules/inspections/prefill.ts'
import { isContextKnown } from '../../rules/inspections/station-context.ts'
import { readValue } from '../../rules/inspections/values.ts'
import { visibleForm } from '../../rules/inspections/visibility.ts'
import type { Edit } from './edits.ts'
import type { LocalInspection, PreviousInspection } from './local-inspection.ts'
import { withPrefills } from './prefill-answers.ts'

/** Updates what a verifica knows of its station after it was begun; answers stay as they were given. */

/** The last verifica of a model among those of a station. */
export function previousInspection(last: readonly LastInspection[], model_id: number): PreviousInspection | null {
  const found = last.find((one) => one.model_id === model_id)
  return found ? { number: `${found.id_year}/${found.id_number}`, completed_at: found.completed_at, answers: found.answers } : null
}
/** True if the server could tell something about the station that is not known here. */
export const lacksContext = ({ status, context, full, previous }: LocalInspection) =>
  status === 'draft' && (!isContextKnown(context) || !full || previous === undefined)

const sources = keysOf(BLOCK_PREFIX).filter((source): source is EquipmentSource => source !== 'free')
const numberOf = ({ number }: EquipmentRow) => number?.replace(/\s/g, '').toUpperCase() || undefined
/** The known row that carries the number of one written down by hand, if there is exactly one. */
function matchingRow(row: EquipmentRow, known: readonly EquipmentRow[]): EquipmentRow | undefined {
  const found = known.filter((one) => numberOf(one) && numberOf(one) === numberOf(row))
  return found.length === 1 ? found[0] : undefined
}
/** Answers about a row by hand that turns out to be a known one become answers about that one. */
function moveAnswers(answers: Answers, from: string, to: string): Record<string, Answer> {
  const next: Record<string, Answer> = {}
  for (const [key, answer] of Object.entries(answers)) next[key.endsWith(from) ? key.slice(0, -from.length) + to : key] = answer
  return next
}

/** A table that was begun before all its rows were known gets those it lacks. */
function withMissingRows({ definition }: LocalInspection, answers: Answers, station: StationContext): Answers {
  const next: Record<string, Answer> = { ...answers }
  for (const { blocks } of visibleForm(definition, answers, station))
    for (const { block, questions } of blocks)
      for (const { question, key } of questions) {
        const rows = question.type === 'table' && question.rows !== 'free' ? readValue('table', answers[key]?.v) : undefined
        if (question.type !== 'table' || !rows) continue
        const there = new Set(rows.map((row) => row._row))
        const more = startingRows(question, station, block).filter((row) => !there.has(row._row))
        if (more.length) next[key] = { ...answers[key], v: [...rows, ...more].slice(0, question.max_rows) }
      }
  return next
}
/** Equipment and prices take the place of what was not known; what was known at the start stays as it was (docs/decisions/006). */
export function contextEdit(given: Pick<InspectionContext, 'context' | 'open' | 'last'>): Edit {
  return (local) => {
    if (!lacksContext(local)) return {}
    const previous = previousInspection(given.last, local.model.id)
    if (local.full && isContextKnown(local.context)) return withPrefills({ ...local, previous })
    const open = local.full ? local.open : given.open.filter((nc) => nc.model_id === local.model.id)
    const station = isContextKnown(local.context) ? {} : withStation(local, given.context)
    return withPrefills({ ...local, ...station, open, previous, full: true, contextChanged: true, headDirty: true })
  }
}
function withStation(local: LocalInspection, known: StationContext): Partial<LocalInspection> {
  let answers = local.answers
  const equipment: StationContext['equipment'] = { ...known.equipment }
  for (const source of sources) {
    const rows = known.equipment[source] ?? []
    const left: EquipmentRow[] = []
    for (const row of local.context.equipment[source]?.filter((one) => one.by_hand) ?? []) {
      const prefix = `#${BLOCK_PREFIX[source]}-`
      const same = matchingRow(row, rows)
      const free = same && !Object.keys(answers).some((key) => key.endsWith(prefix + same.id))
      if (free) answers = moveAnswers(answers, prefix + row.id, prefix + same.id)
      // Its id is in nothing else: an answer that still names it keeps it. What the inspector wrote down goes only where it is found again.
      if (!free || JSON.stringify(answers).includes(String(row.id))) left.push(row)
    }
    if (left.length) equipment[source] = [...rows, ...left]
  }
  answers = withMissingRows(local, answers, { ...known, equipment })
  const changed = Object.keys({ ...answers, ...local.answers }).filter((key) => answers[key] !== local.answers[key])
  return { answers, context: { ...known, equipment }, dirty: [...new Set([...local.dirty, ...changed])] }
}

/** An id of twelve digits: no stored row has one. */
const newHandId = () => 100_000_000_000 + Math.floor(Math.random() * 899_999_999_999)

const withRows = (
  local: LocalInspection,
  source: EquipmentSource,
  make: (rows: readonly EquipmentRow[]) => EquipmentRow[],
): LocalInspection => {
  const equipment = { ...local.context.equipment, [source]: make(local.context.equipment[source] ?? []) }
  const known = isContextKnown(local.context)
  const some = sources.some((one) => equipment[one]?.some((row) => row.by_hand))
  const origin = known ? local.context.origin : { kind: some ? ('by_hand' as const) : ('unknown' as const) }
  return { ...local, context: { ...local.context, equipment, origin }, contextChanged: true, headDirty: true }
}
/** A piece of equipment that the inspector has found, of a station whose equipment is not known here. */
export function addRowEdit(source: EquipmentSource, row: Pick<EquipmentRow, 'label' | 'number'>): Edit {
  const one = { ...row, id: newHandId(), by_hand: true }
  return (local) => withPrefills(withRows(local, source, (rows) => [...rows, one]))
}
/** Taken off again, with what was answered about it. */
export function removeRowEdit(source: EquipmentSource, id: number): Edit {
  const block = `#${BLOCK_PREFIX[source]}-${id}`
  return (local) => {
    const gone = Object.keys(local.answers).filter((key) => key.endsWith(block))
    const answers = Object.fromEntries(Object.entries(local.answers).filter(([key]) => !gone.includes(key)))
    const next = withRows(local, source, (rows) => rows.filter((row) => row.id !== id))
    return { ...next, answers, dirty: [...new Set([...local.dirty, ...gone])] }
  }
}
