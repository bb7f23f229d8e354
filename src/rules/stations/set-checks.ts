import { labelOf, messages } from '../../contract/kernel/valibot-it.ts'
import { stationSets } from '../../contract/stations/set-fields.ts'
import { type WeekdayHours, weekErrors } from './opening-hours.ts'

type Name = keyof typeof stationSets
/** A row of a form or request body. */
type Row = Readonly<Record<string, unknown>>
/** The field that must be unique within a set, and its label. */
const uniques: Partial<Record<Name, readonly [field: string, label: string]>> = {
  phones: ['number', labelOf(stationSets.phones.number)!],
  fuels: ['fuel_id', labelOf(stationSets.fuels.fuel_id)!],
  services: ['available_service_id', labelOf(stationSets.services.available_service_id)!],
}
/** Errors of a single row. */
const rowErrors: Partial<Record<Name, (row: Row) => Record<string, string | false>>> = {
  networks: ({ activated_at: from, expires_at: to }) => ({
    expires_at: !!from && !!to && String(to) < String(from) && messages.date_order,
  }),
  bills: ({ type, pod, pdr }) => ({
    pod: !!pod && type !== 'elettricita' && "Il POD si indica solo per l'energia elettrica.",
    pdr: !!pdr && type !== 'gas' && 'Il PDR si indica solo per il gas.',
  }),
}
/** Errors of the rows of a set, by `<index>.<field>`; empty if all are valid. */
export function setErrors(name: Name, rows: readonly Row[]): Record<string, string> {
  if (name === 'openings') return weekErrors(rows as unknown as WeekdayHours[])
  const errors: Record<string, string> = {}
  const [unique, label] = uniques[name] ?? []
  rows.forEach((row, at) => {
    for (const [field, sentence] of Object.entries(rowErrors[name]?.(row) ?? {})) if (sentence) errors[`${at}.${field}`] = sentence
    if (unique && rows.findIndex((other) => other[unique] === row[unique]) < at) errors[`${at}.${unique}`] = messages.unique(label!)
  })
  return errors
}
