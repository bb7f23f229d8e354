import * as v from 'valibot'
import { expirationTypes } from '../expirations/words.ts'
import { keysOf, OUTCOMES, SEVERITIES } from '../inspections/labels.ts'
import { NC_STATUSES } from '../inspections/non-conformities.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { stationRoles } from '../kernel/roles.ts'
import { stationStatuses } from '../stations/stations.ts'

/** `YYYY-MM`. */
const month = v.string()
/** `YYYY-MM-DD`. */
const day = v.string()
const mean = v.nullable(v.number())
const counts = <K extends string>(names: Readonly<Record<K, string>>) =>
  v.object(Object.fromEntries(Object.keys(names).map((name) => [name, v.number()])) as Record<K, v.NumberSchema<undefined>>)
const Named = v.object({ id: v.number(), name: v.string() })
const Place = v.object({ id: v.number(), code: v.string(), name: v.string() })
/** What a verifica found at a station. */
const Finding = v.object({
  id: v.number(),
  label: v.string(),
  /** The piece it is about, '' if none. */
  block_label: v.string(),
  severity: v.picklist(keysOf(SEVERITIES)),
  status: v.picklist(keysOf(NC_STATUSES)),
  deadline: day,
  /** Past the deadline and not resolved. */
  late: v.boolean(),
})

export const dashboard = resource('dashboard', {
  /** The charts of the caller's roles; the others are left out. The last of the months, weeks and days is that of now, in Rome. */
  charts: get('/dashboard/charts', {
    output: v.object({
      /** Tickets that were opened, and that were closed, from one Monday to the Sunday after; twelve weeks. */
      ticket_weeks: v.optional(v.array(v.object({ from: day, to: day, opened: v.number(), closed: v.number() }))),
      /** Tickets that are not closed, by category, the most first. */
      ticket_categories: v.optional(v.array(v.object({ ...Named.entries, many: v.number() }))),
      /** Tickets closed in the last thirty days: their number, and how many of them were in time. */
      ticket_sla: v.optional(v.object({ from: day, to: day, closed: v.number(), in_time: v.number() })),
      /** The same, by category: hours from opening to closing on average, one decimal. */
      ticket_closing: v.optional(v.array(v.object({ ...Named.entries, many: v.number(), hours: v.number() }))),
      /** Tickets that are not closed, by whom they are assigned to, the most first. */
      ticket_load: v.optional(v.array(v.object({ ...Named.entries, many: v.number() }))),
      /** Verifiche completed in each month, by outcome. */
      outcomes: v.optional(v.array(v.object({ month, ...counts(OUTCOMES).entries }))),
      /** Mean score of the caller's own verifiche, 0 to 100, one decimal; null in a month without one. */
      scores: v.optional(v.array(v.object({ month, score: mean }))),
      /**
       * Euro per litre, self service, of the last sixty days: the mean of the stations in scope at the end of each, and that of the ministry for their
       * regions, each region as often as it has stations. Null where nothing is known of a day.
       */
      prices: v.optional(v.array(v.object({ day, petrol: mean, diesel: mean, petrol_region: mean, diesel_region: mean }))),
      /** Stations in scope, by state. */
      stations: v.optional(counts(stationStatuses)),
    }),
    policy: 'auth',
    // On the time too.
    steady: 5,
  }),
  /** (+) For who looks after stations: what is due at them within 60 days or late, the first due first, and their last completed verifiche. */
  station: get('/dashboard/station', {
    output: v.object({
      due: v.array(
        v.object({
          ...{
            id: v.number(),
            type: v.picklist(keysOf(expirationTypes)),
            message: v.string(),
            date: day,
            late: v.boolean(),
            station: Place,
          },
        }),
      ),
      /** How many there are in all. */
      due_total: v.number(),
      inspections: v.array(
        v.object({
          ...{ id: v.number(), id_year: mean, id_number: mean, model_name: v.string(), completed_at: v.string(), station: Place },
          ...{ score: mean, outcome: v.nullable(v.picklist(keysOf(OUTCOMES))), findings: v.array(Finding) },
        }),
      ),
    }),
    policy: 'tanks.maintain',
    kept: { place: 'page', by: stationRoles },
  }),
})
