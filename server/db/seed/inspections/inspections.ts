import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { Answer, Answers, OpenNc } from '../../../../src/contract/inspections/answers.ts'
import type { SectionResult } from '../../../../src/rules/inspections/evaluate.ts'
import type { NonConformity } from '../../../../src/rules/inspections/non-conformities.ts'
import { addDays, yearOf } from '../../../domain/shared/days.ts'
import { romeTime } from '../../../domain/shared/rome-time.ts'
import type { Db } from '../../../lib/core/db.ts'
import type { FileStore } from '../../../lib/files/files.ts'
import { fieldStations, stationContext } from '../../../resources/inspections/station-context.ts'
import { users } from '../../schema/core/accounts.ts'
import { counters } from '../../schema/core/system.ts'
import { inspection_files, inspections, non_conformities } from '../../schema/inspections/inspections.ts'
import { stations } from '../../schema/stations/stations.ts'
import { insertRows } from '../insert.ts'
import { femaleNames, maleNames, surnames } from '../lists.ts'
import { insertPictures, uuidOf } from '../pictures.ts'
import { stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'
import { fillInspection } from './fill-inspection.ts'
import { insertReadyModels } from './insert-ready-models.ts'
import { planVisits, type VisitCounts } from './plan-visits.ts'

/**
 * Verifiche over the year before the base day, filled in through the shared evaluator: scores, outcomes and non-conformities are what the rules
 * say of the answers. Needs stations, equipment, prices and people.
 */
type NcRow = typeof non_conformities.$inferInsert & { id: number }
const instant = (day: string, minutes: number) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date, 0, minutes)).toISOString()
}
const scores = ({ score, answered, total, conforming, nonConforming, notApplicable }: SectionResult) => ({
  ...{ score, answered, total, conforming, nonConforming, notApplicable },
})

export async function insertInspections(
  db: Db,
  options: SeedOptions,
  counts: VisitCounts,
  at: string,
  files: FileStore | undefined,
): Promise<void> {
  const { seed, asOf } = options
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(sql`'inspection' = any(${users.roles})`, isNull(users.deleted_at)))
    .orderBy(users.id)
  const open = and(notInArray(stations.status, ['dismissed', 'opening']), eq(stations.is_warehouse, false))
  const visited = new Map((await fieldStations(db, open)).map((station) => [station.id, station]))
  const models = await insertReadyModels(db, people[0]!.id, instant(addDays(asOf, -400), 540))
  const pictures = await insertPictures(db, seed, at, files)
  const places = [...visited.values()].map(({ id, selfGPL, services }) => ({ id, selfGPL, bar: services.includes('Bar') }))
  const visits = planVisits(
    options,
    counts,
    places,
    people.map(({ id }) => id),
  )

  const rows: (typeof inspections.$inferInsert)[] = []
  const attached: (typeof inspection_files.$inferInsert)[] = []
  const found: NcRow[] = []
  const last = new Map<string, number>()
  const numbers = new Map<number, number>()
  for (const [place, { day, station_id, model: code, inspector_id, status }] of visits.entries()) {
    const id = place + 1
    const random = stream(seed, 'inspections', place)
    const station = visited.get(station_id)!
    const { id: model_id, definition } = models.get(code)!
    const inspector = people.find((person) => person.id === inspector_id)!.name
    const manager = `${random.zipf(random.chance(0.7) ? maleNames : femaleNames)} ${random.zipf(surnames)}`
    const client_uuid = uuidOf(seed, 'inspections', place)
    const common = {
      ...{ id, client_uuid, model_id, station_id, inspector_id, model_name: definition.name, created_by: inspector_id, rev: 1 },
      ...{ answers: {}, answer_revs: {}, signatures: {}, open_ncs: [] as number[] },
    }
    if (status === 'planned') {
      rows.push({ ...common, status, scheduled_at: day, created_at: at, updated_at: at })
      continue
    }
    const begun = random.int(510, 900)
    const startedAt = instant(day, begun)
    const completedAt = instant(day, begun + random.int(25, 75))
    const series = `${station_id}:${model_id}`
    const before = found.filter((nc) => nc.station_id === station_id && nc.model_id === model_id && nc.status !== 'verified')
    const then = await stationContext(db, station, new Date(startedAt))
    // The seeded prices do not go back as far as the seeded verifiche.
    const context = then.prices.length ? then : await stationContext(db, station, new Date(at))
    const picture = (kind: 'photo' | 'signature' | 'file', question: string) => {
      const uuid = uuidOf(seed, 'inspection_files', attached.length)
      const file_id = random.pick(kind === 'signature' ? pictures.signatures : pictures.photos)
      attached.push({ uuid, client_uuid, question, kind, file_id, created_by: inspector_id, created_at: completedAt })
      return uuid
    }
    const quality = Math.min(0.99, Math.max(0.3, 0.74 + stream(seed, 'quality', station_id).bell() * 0.18))
    const visit = { definition, station: context, random, quality, startedAt, completedAt, today: day, inspector, manager, picture }
    const { answers, signatures, gps, evaluation } = fillInspection({ ...visit, open: before as OpenNc[] })
    const year = yearOf(day)
    const id_number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, id_number)
    const { code: pv, name, address, cap, city, province } = station
    const base = {
      ...{ ...common, status, model_version: 1, id_year: year, id_number, started_at: startedAt, gps_start: gps, context },
      ...{ station_snapshot: { code: pv, name, address, cap, city, province, manager }, open_ncs: before.map((nc) => nc.id) },
      ...{ previous_id: last.get(series) ?? null, created_at: startedAt, updated_at: completedAt, updated_by: inspector_id },
    }
    if (status === 'draft' || status === 'cancelled') {
      const part = status === 'draft' ? firstShare(answers, 0.6) : {}
      const reason = status === 'cancelled' ? 'Impianto chiuso per lavori sulla strada.' : null
      rows.push({ ...base, answers: part, answer_revs: revsOf(part), reason, rev: 2 })
      continue
    }
    for (const check of evaluation.previous) {
      const nc = before.find(({ id }) => id === check.open.id)!
      if (check.resolved)
        Object.assign(nc, { status: 'verified', resolved_at: nc.resolved_at ?? completedAt, resolved_by: nc.resolved_by ?? inspector_id })
      Object.assign(nc, { checked_in: id, updated_at: completedAt })
    }
    for (const nc of evaluation.nonConformities) found.push(ncRow(found.length + 1, nc, { ...common, completedAt, seed, asOf }))
    last.set(series, id)
    rows.push({
      ...base,
      ...{ answers, answer_revs: revsOf(answers), signatures, present: manager, rev: status === 'approved' ? 3 : 2 },
      ...{ completed_at: completedAt, duration_s: (Date.parse(completedAt) - Date.parse(startedAt)) / 1000 },
      sections: Object.fromEntries(evaluation.sections.map((section) => [section.section.key, scores(section)])),
      ...{ score: evaluation.score, outcome: evaluation.outcome, nc_count: evaluation.counts },
    })
  }
  await insertRows(db, inspections, rows, at)
  await insertRows(db, inspection_files, attached, at)
  await insertRows(db, non_conformities, found, at)
  if (numbers.size) await db.insert(counters).values([...numbers].map(([year, value]) => ({ name: 'inspection', year, value })))
}

const revsOf = (answers: Answers) => Object.fromEntries(Object.keys(answers).map((key) => [key, 1]))
/** The first share of a draft's answers. */
const firstShare = (answers: Record<string, Answer>, share: number) =>
  Object.fromEntries(Object.entries(answers).slice(0, Math.round(Object.keys(answers).length * share)))

interface FoundBy {
  id: number
  model_id: number
  station_id: number
  inspector_id: number
  completedAt: string
  seed: number
  asOf: string
}
/** A non-conformity as it stands today: most of those past their deadline have been put right. */
function ncRow(
  id: number,
  nc: NonConformity,
  { id: inspection_id, model_id, station_id, inspector_id, completedAt, seed, asOf }: FoundBy,
): NcRow {
  const random = stream(seed, 'non_conformities', id)
  const solved = nc.deadline < asOf && random.chance(0.7)
  const { question_key, block, block_label, label, severity, reason, note, photos, suggestion, deadline, ticket_category_id } = nc
  return {
    ...{ id, inspection_id, model_id, station_id, question_key, block, block_label, label, severity },
    ...{ reason, note, photos, suggestion, deadline, ticket_category_id, created_at: completedAt, updated_at: completedAt },
    ...{ created_by: inspector_id, updated_by: inspector_id, status: solved ? 'resolved' : 'open' },
    ...(solved && {
      resolution_note: random.pick(['Ripristinato, verificato sul posto.', 'Sostituito il pezzo.', 'Intervento della ditta eseguito.']),
      resolved_at: instant(deadline, 600),
      resolved_by: inspector_id,
    }),
  }
}
