import { expirationSubjects, monthsOf } from '../../../../src/contract/expirations/words.ts'
import { defaultIntervals, type ExtinguisherIntervals, intervalsOf } from '../../../../src/rules/equipment/extinguisher-intervals.ts'
import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { expirations } from '../../schema/expirations/expirations.ts'
import { stream } from '../random.ts'
import { numbered, type SeedOptions, type SeedStation } from '../stations/stations.ts'

type Row = typeof expirations.$inferInsert
type Due = Pick<Row, 'type' | 'message' | 'periodicity'>
/** The obligations of every station beside its equipment (docs/spec/demo-data.md#catalogue-of-obligations), the usual first. */
const ofStations: readonly Due[] = [
  { type: 'terra', message: 'Verifica della messa a terra in zona ATEX (D.P.R. 462/01)', periodicity: 'biennial' },
  { type: 'antincendio', message: 'Rinnovo antincendio, attività 13 (D.P.R. 151/2011)', periodicity: 'quinquennial' },
  { type: 'assicurazione', message: 'Polizza di responsabilità civile', periodicity: 'annual' },
  { type: 'registro', message: 'Vidimazione del registro di carico e scarico', periodicity: 'annual' },
  { type: 'scarichi', message: 'Autorizzazione unica ambientale', periodicity: 'once' },
  { type: 'collaudo', message: 'Collaudo dell’impianto (D.Lgs. 32/98)', periodicity: 'once' },
]
interface Piece {
  id?: number
  station_id: number
  number?: string | number | null
  [date: string]: unknown
}
type Subject = keyof typeof expirationSubjects
const linked = (subject: Subject, field: string, due: Pick<Row, 'type' | 'periodicity'>, what: string) => (piece: Piece) => {
  const date = piece[field] as string | null
  const message = `${what} ${expirationSubjects[subject].toLowerCase()} ${piece.number ?? piece.id}`
  const about = { subject_type: subject, subject_id: piece.id!, subject_field: field }
  return date ? [{ status: 'open' as const, ...due, ...about, message, date, station_id: piece.station_id }] : []
}
/** The due dates of a piece of equipment, as its page shows them. */
const every = (months: number | undefined): Row['periodicity'] =>
  (Object.entries(monthsOf) as [Row['periodicity'], number][]).find(([, one]) => one && one === months)?.[0] ?? 'once'
/** As often as the norm says of its kind. */
const ofExtinguisher = (name: keyof ExtinguisherIntervals, what: string) => (piece: Piece) =>
  linked(
    'fire_extinguisher',
    `next_${name}`,
    { type: 'estintori', periodicity: every(intervalsOf(piece as object, defaultIntervals)?.[name]) },
    what,
  )(piece)
const dates = {
  extinguishers: (piece: Piece) => [
    ...ofExtinguisher('check', 'Controllo')(piece),
    ...ofExtinguisher('overhaul', 'Revisione')(piece),
    ...ofExtinguisher('test', 'Collaudo')(piece),
  ],
  tanks: linked('tank', 'next_test', { type: 'serbatoi', periodicity: 'biennial' }, 'Prova di tenuta'),
  devices: linked('station_device', 'next_check', { type: 'altro', periodicity: 'biennial' }, 'Verifica'),
  separators: linked('oil_separator', 'next_cleaning', { type: 'disoleatore', periodicity: 'annual' }, 'Svuotamento'),
  guns: linked('gun', 'next_metric_check', { type: 'metrica', periodicity: 'biennial' }, 'Verifica metrica'),
}

/** Days from the base day on which something of some station falls, so that every list has what it tells apart. */
const SPREAD = [-12, 4, 21, 64, 190]

/**
 * Rows of `expirations`: as many as asked for, what equipment asks for first, station after station with all of theirs, an eighth about stations; each second
 * of these was done before.
 */
export function seedExpirations(
  { seed, asOf }: SeedOptions,
  stations: readonly SeedStation[],
  pieces: Readonly<Record<keyof typeof dates, readonly Piece[]>>,
  count: number,
) {
  const own = Math.max(SPREAD.length + 1, Math.floor(count / 8))
  const about = Object.entries(dates)
    .flatMap(([kind, of]) => pieces[kind as keyof typeof dates].flatMap(of))
    .sort((a, b) => a.station_id - b.station_id)
  const alive = stations.filter(({ status }) => status !== 'dismissed')
  const rows: Row[] = about.slice(0, count - own)
  for (let at = 0; rows.length < count; at++) {
    const random = stream(seed, 'expirations', at)
    const due = ofStations[Math.floor(at / alive.length) % ofStations.length]!
    const station_id = alive[at % alive.length]!.id
    const date = addDays(asOf, SPREAD[at] ?? random.int(-20, 700))
    const months = monthsOf[due.periodicity]
    const before = addMonths(date, -months)
    const closed = months && at % 2 === 1 && rows.length < count - 1 && before < asOf
    if (closed) {
      const done_at = addDays(before, -random.int(0, 20))
      rows.push({ ...due, station_id, date: before, status: 'done', done_at, closed_at: `${done_at}T10:00:00.000Z`, done_by: 1 })
    }
    rows.push({ ...due, status: 'open', station_id, date, ...(closed && { parent_id: rows.length }) })
  }
  return numbered(rows)
}
