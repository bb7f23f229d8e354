import type { InspectionStatus } from '../../../../src/contract/inspections/inspections.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { type Random, stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'

/** How many verifiche of each state a profile has. */
export type VisitCounts = Readonly<Record<InspectionStatus, number>>
export interface VisitPlan {
  /** `YYYY-MM-DD`; for a planned one the day it is planned for. */
  day: string
  station_id: number
  /** Code of the library. */
  model: string
  inspector_id: number
  status: InspectionStatus
}
export interface VisitedStation {
  id: number
  selfGPL: boolean
  bar: boolean
}
const YEAR = 350
/** A year is walked through by so many verifiche for each station visited, so that some are visited again. */
const PER_STATION = 1.7

/**
 * The visits of each inspector, oldest first: approved ones, then completed ones over the last year, then those under way and planned.
 * @param inspectors the first makes most of the visits, and all those not finished
 */
export function planVisits(
  { seed, asOf }: SeedOptions,
  counts: VisitCounts,
  stations: readonly VisitedStation[],
  inspectors: readonly number[],
): VisitPlan[] {
  const done: InspectionStatus[] = [
    ...Array<InspectionStatus>(counts.approved).fill('approved'),
    ...Array<InspectionStatus>(counts.completed).fill('completed'),
  ]
  const shuffled = stream(seed, 'visits', 0).shuffle(stations)
  const round = shuffled.slice(0, Math.max(1, Math.ceil(done.length / PER_STATION)))
  const modelFor = (random: Random, { selfGPL, bar }: VisitedStation) =>
    random.weighted([
      ['VPV', 60],
      ['ANT', 14],
      ['HACCP', bar ? 16 : 0],
      ['GPL', selfGPL ? 16 : 0],
    ])
  const visit = (place: number, day: string, status: InspectionStatus, inspector_id: number): VisitPlan => {
    const station = round[place % round.length]!
    return { day, station_id: station.id, model: modelFor(stream(seed, 'visits', place + 1), station), inspector_id, status }
  }
  const finished = done.map((status, place) => {
    const random = stream(seed, 'visit-days', place)
    const day = addDays(asOf, -YEAR + Math.floor((place * (YEAR - 5)) / done.length) + random.int(0, 4))
    return visit(place, day, status, random.chance(0.65) ? inspectors[0]! : inspectors[1 % inspectors.length]!)
  })
  let place = done.length
  const more = (count: number, status: InspectionStatus, day: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => visit(place++, day(i), status, inspectors[0]!))
  return [
    ...finished.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    ...more(counts.cancelled, 'cancelled', (i) => addDays(asOf, -4 - i)),
    ...more(counts.draft, 'draft', (i) => addDays(asOf, -1 - i)),
    ...more(counts.planned, 'planned', (i) => addDays(asOf, 1 + ((i * 2) % 7))),
  ]
}
