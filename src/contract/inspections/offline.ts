import * as v from 'valibot'
import { wholeNumber } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { fieldRoles } from '../kernel/roles.ts'
import { type Answers, NcTicket, StationContext } from './answers.ts'
import { INSPECTION_STATUSES } from './inspections.ts'
import { keysOf, OUTCOMES, SEVERITIES } from './labels.ts'
import { asStored } from './models.ts'

/** The data an inspector's device keeps to work without a network (docs/spec/inspections.md#offline); the models come from `inspectionModels.offline`. */
const nullableText = v.nullable(v.string())
export const OfflineStation = v.object({
  id: v.number(),
  code: v.string(),
  name: v.string(),
  address: v.string(),
  cap: v.string(),
  city: v.string(),
  province: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  self: v.boolean(),
  serve: v.boolean(),
  selfGPL: v.boolean(),
  serveGPL: v.boolean(),
  suitableForTruck: v.boolean(),
  videoSurveillance: v.boolean(),
  /** Names. */
  services: v.array(v.string()),
  fuels: v.array(v.string()),
  phones: v.array(v.object({ number: v.string(), type: v.string(), label: v.nullish(v.string()) })),
  status: v.string(),
  /** Its week in short (`rules/stations/week-text.ts`); absent in what an older version kept. */
  week: v.optional(v.nullable(v.string())),
})
export type OfflineStation = v.InferOutput<typeof OfflineStation>
/** An open non-conformity as the next verifica of the same model must re-check it. */
export const OpenNcRow = v.object({
  id: v.number(),
  model_id: v.number(),
  label: v.string(),
  block_label: v.string(),
  severity: v.picklist(keysOf(SEVERITIES)),
  note: nullableText,
  resolution_note: nullableText,
  ticket: v.nullable(NcTicket),
  /** `YYYY-MM-DD` */
  deadline: v.string(),
  status: v.string(),
})
export type OpenNcRow = v.InferOutput<typeof OpenNcRow>
export const LastInspection = v.object({
  id: v.number(),
  id_year: v.nullable(v.number()),
  id_number: v.nullable(v.number()),
  status: v.picklist(keysOf(INSPECTION_STATUSES)),
  model_id: v.number(),
  model_name: v.string(),
  inspector: v.string(),
  completed_at: v.string(),
  score: v.nullable(v.number()),
  outcome: v.nullable(v.picklist(keysOf(OUTCOMES))),
  /** All of them: shown beside the question, and what it may start from (`prefill`). */
  answers: asStored<Answers>(),
})
export type LastInspection = v.InferOutput<typeof LastInspection>
/** A verbale of the station that the person may open. */
export const StationVerbale = v.object({
  ...v.pick(LastInspection, ['id', 'id_year', 'id_number', 'model_name', 'inspector', 'completed_at', 'score', 'outcome']).entries,
  /** Size and hash of its PDF; null if it is not printed yet. */
  size: v.nullable(v.number()),
  sha256: nullableText,
})
export type StationVerbale = v.InferOutput<typeof StationVerbale>
export const InspectionContext = v.object({
  station: OfflineStation,
  /** Goes into `context` of the verifica that is begun with it. */
  context: StationContext,
  open: v.array(OpenNcRow),
  /** The last completed one of each model. */
  last: v.array(LastInspection),
  /** Its last verbali within the person's reach, the newest first. */
  verbali: v.array(StationVerbale),
})
export type InspectionContext = v.InferOutput<typeof InspectionContext>

const known = v.optional(v.pipe(v.string(), v.maxLength(64)))
/** Equipment and prices of one station as the device keeps them for all of its person's stations. */
export interface ProvenContext {
  id: number
  /** Goes into the `origin` of a verifica begun with it. */
  proof: string
  context: StationContext
}
export const inspectionOffline = resource('inspection-offline', {
  context: get('/inspection/context', {
    query: v.object({ station_id: wholeNumber(1) }),
    output: InspectionContext,
    policy: 'insp',
    kept: { place: 'field', by: fieldRoles },
  }),
  /** Every station of the person, or `stations: null` if `version` is still the current one; known as of `at` either way. */
  equipment: get('/inspection/offline/equipment', {
    query: v.object({ version: known }),
    output: v.object({ version: v.string(), at: v.string(), stations: asStored<ProvenContext[] | null>() }),
    policy: 'insp',
  }),
  /** All of them, or `stations: null` where `version` is still the current one. */
  stations: get('/inspection/offline/stations', {
    query: v.object({ version: known }),
    output: v.object({ version: v.string(), stations: v.nullable(v.array(OfflineStation)) }),
    policy: 'insp',
    steady: true,
    kept: { place: 'field', by: fieldRoles },
  }),
})
