import type { DetailedOpening, openingModes, openingSeasons } from '../../contract/stations/opening-fields.ts'
import type { StationHours } from '../../contract/stations/openings.ts'
import { detailedErrors, type WeekdayHours } from '../../rules/stations/opening-hours.ts'

/** The kinds of weeks of a station. */
export interface Week {
  mode: keyof typeof openingModes
  season: keyof typeof openingSeasons
}
export interface Validity {
  valid_from: string
  valid_to: string
}
/** `MM-DD`: what a season begins as; the person may change it. */
export const USUAL_VALIDITY: Record<Week['season'], Validity> = {
  annuale: { valid_from: '01-01', valid_to: '12-31' },
  estivo: { valid_from: '06-01', valid_to: '09-30' },
  invernale: { valid_from: '10-01', valid_to: '05-31' },
}
type Entry = Omit<DetailedOpening, 'id'>

const belongsTo =
  ({ mode, season }: Week) =>
  (entry: DetailedOpening) =>
    entry.mode === mode && entry.season === season
/** The days of one week of a station, from Monday. */
export const daysOf = ({ entries }: Pick<StationHours, 'entries'>, week: Week): DetailedOpening[] => entries.filter(belongsTo(week))

/** All that the station is to have, with `days` in the place of that week, which stands last; and what is wrong, by day (`at`) or of the week as a whole. */
export function replaceWeek(
  { entries }: Pick<StationHours, 'entries'>,
  week: Week,
  days: readonly WeekdayHours[],
  { valid_from, valid_to }: Validity,
) {
  const others: Entry[] = entries.filter((entry) => !belongsTo(week)(entry)).map(({ id: _, ...entry }) => entry)
  const own = days.map(
    ({ id: _, ...day }: WeekdayHours & { id?: number }) => ({ note: null, ...day, ...week, valid_from, valid_to }) as Entry,
  )
  return { entries: [...others, ...own], ...fromErrors(detailedErrors([...others, ...own]), others.length) }
}
/** `<at>.<field>` of all entries, as told by the rule or by the server, as those of the days after the first `before`. */
export function fromErrors(errors: Readonly<Record<string, string>>, before: number) {
  const days: Record<string, string> = {}
  let whole: string | undefined
  for (const [path, sentence] of Object.entries(errors)) {
    const [at, field] = path.replace(/^entries\./, '').split('.') as [string, string?]
    if (field && !['weekday', 'valid_from', 'valid_to'].includes(field)) days[`${Number(at) - before}.${field}`] = sentence
    else whole ??= sentence
  }
  return { days, whole }
}
