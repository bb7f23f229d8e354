import type { EquipmentRow, StationContext } from '../../contract/inspections/answers.ts'
import { type EquipmentSource, REPEAT_SOURCES } from '../../contract/inspections/labels.ts'
import type { Question } from '../../contract/inspections/question.ts'
import type { VisibleSection } from './visibility.ts'

/** True if equipment and prices came from the server; otherwise an empty list says nothing about the station (docs/spec/inspections.md#scoring). */
export const isContextKnown = ({ origin }: StationContext) => !origin || origin.kind === 'known'

/** Data older than this are marked as old, with their age, wherever they are used. */
const OLD_MS = 86_400_000
/** How old what a verifica knows of its station was when it was begun, in milliseconds; null where that is fresh, or not known at all. */
export function contextAge({ origin }: StationContext, begun: string): number | null {
  const ms = origin?.kind === 'known' ? Date.parse(begun) - Date.parse(origin.at) : 0
  return ms > OLD_MS ? ms : null
}

/** The server's part of a context, without the inspector's entries and without its origin. */
export function contextFromServer({ origin: _, ...context }: StationContext): StationContext {
  const equipment = Object.entries(context.equipment).map(([source, rows]) => [source, rows?.filter((row) => !row.by_hand)])
  return { ...context, equipment: Object.fromEntries(equipment) }
}
export const rowsByHand = ({ equipment }: StationContext): EquipmentRow[] =>
  Object.values(equipment).flatMap((rows) => rows?.filter((row) => row.by_hand) ?? [])

/** Something of the station that the form asks about and that was not known. */
export interface Unchecked {
  section: string
  /** Key of the question in the section; null for the section as a whole. */
  question: string | null
  label: string
  /** "Estintori", "Prezzi" */
  what: string
}
const PRICES = 'Prezzi'
/** The data of the station that a question needs, in words: "Estintori", "Prezzi"; null if none. */
export function stationDataNeeded(question: Question): string | null {
  if (question.type === 'price_check') return PRICES
  if (question.type === 'equipment') return REPEAT_SOURCES[question.source]
  if (question.type !== 'table' || question.rows === 'free') return null
  return question.rows === 'prices' ? PRICES : REPEAT_SOURCES[question.rows]
}
/** The equipment a section is answered for, row by row; undefined where it is none of the station's. */
export const repeatedEquipment = (repeat: VisibleSection['section']['repeat']): EquipmentSource | undefined =>
  repeat && repeat.source !== 'free' ? repeat.source : undefined

/** The parts of a form that could not be checked because the context is unknown; empty if it is known. */
export function findUnchecked(form: readonly VisibleSection[], station: StationContext): Unchecked[] {
  if (isContextKnown(station)) return []
  const found: Unchecked[] = []
  for (const { section, blocks } of form) {
    const source = repeatedEquipment(section.repeat)
    if (source) found.push({ section: section.key, question: null, label: section.name, what: REPEAT_SOURCES[source] })
    const asked = new Set(blocks.flatMap(({ questions }) => questions.map(({ question }) => question)))
    for (const question of asked) {
      const what = stationDataNeeded(question)
      if (what) found.push({ section: section.key, question: question.key, label: question.label, what })
    }
  }
  return found
}
