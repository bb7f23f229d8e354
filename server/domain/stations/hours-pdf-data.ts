import { formatItalianNumber } from '../../../src/contract/kernel/italian-number.ts'
import { type DetailedOpening, openingModes, openingSeasons, weekdays } from '../../../src/contract/stations/opening-fields.ts'
import type { StationHours } from '../../../src/contract/stations/openings.ts'
import { stationStatuses } from '../../../src/contract/stations/stations.ts'
import { romeMoment } from '../../../src/rules/shared/italian.ts'
import { hoursText, type WeekdayHours } from '../../../src/rules/stations/opening-hours.ts'

interface HoursQuery {
  search?: string | undefined
  query?: string | undefined
  province?: string[] | undefined
  brand?: string[] | undefined
  mode: DetailedOpening['mode']
  season: DetailedOpening['season']
  open_now?: boolean | undefined
  missing?: boolean | undefined
}
interface HoursContext {
  asked: HoursQuery
  company: { name: string; address: string | null }
  now: Date
}
const DAYS = Object.keys(weekdays).map(Number)
const HOLIDAYS = 8
const weekOf = ({ mode, season }: { mode: string; season: string }) => `${mode} ${season}`
const yearDay = (day: string) => `${day.slice(3)}/${day.slice(0, 2)}`

/** The printed hours of a day; null if unknown. Holidays without hours follow those of Sunday (`weekdaysFor`). */
function dayText(week: readonly WeekdayHours[], weekday: number): string | null {
  const found = week.find((one) => one.weekday === weekday)
  if (found) return hoursText(found).replace(', ', '\n')
  return weekday === HOLIDAYS && week.some((one) => one.weekday === 7) ? 'come dom.' : null
}
/** The weeks of a station, one line each, in the order of the entries. */
function weeksOf(entries: readonly DetailedOpening[]) {
  return [...new Set(entries.map(weekOf))].map((key) => {
    const week = entries.filter((entry) => weekOf(entry) === key)
    const { mode, season, valid_from, valid_to } = week[0]!
    return {
      mode: openingModes[mode],
      season: season === 'annuale' ? null : `${openingSeasons[season]} ${yearDay(valid_from)}–${yearDay(valid_to)}`,
      days: DAYS.map((weekday) => dayText(week, weekday)),
    }
  })
}
/** The filters as text; "Tutti i punti vendita" without any. */
function filtersText({ search, query, province, brand, mode, season, open_now, missing }: HoursQuery): string {
  const words = search ?? query
  const said = [
    words && `ricerca «${words}»`,
    province?.length && `provincia ${province.join(', ')}`,
    brand?.length && `bandiera ${brand.join(', ')}`,
    open_now !== undefined && `${open_now ? 'aperti' : 'non aperti'} ora (${openingModes[mode].toLowerCase()})`,
    missing !== undefined &&
      `orari ${missing ? 'mancanti' : 'presenti'} (${openingModes[mode].toLowerCase()}, ${openingSeasons[season].toLowerCase()})`,
  ].filter(Boolean)
  return said.length ? `Filtri: ${said.join('; ')}` : 'Tutti i punti vendita'
}

/** Data of `hours.typ`: for each station a line per mode and season with hours. */
export function hoursData(stations: readonly StationHours[], { asked, company, now }: HoursContext) {
  const count = `${formatItalianNumber(stations.length, 0)} ${stations.length === 1 ? 'punto vendita' : 'punti vendita'}`
  const filters = filtersText(asked)
  return {
    title: 'Riepilogo orari',
    running: `Riepilogo orari – ${filters}`,
    subtitle: `${filters} – ${count} – ${romeMoment(now.toISOString())}`,
    legend: 'Un trattino: orario non noto. Una stagione, nei suoi giorni, prende il posto dell’orario di tutto l’anno.',
    company: [company.name, company.address].filter(Boolean).join(' · '),
    days: Object.values(weekdays),
    stations: stations.map(({ code, name, city, province, status, entries }) => ({
      ...{ code, name, town: `${city} (${province})`, weeks: weeksOf(entries) },
      status: status === 'active' ? null : stationStatuses[status],
    })),
  }
}
