import { isDay } from '../../../src/contract/kernel/italian-codes.ts'
import { addDays } from '../shared/days.ts'

export type MimitFileName = 'anagrafica' | 'prezzi'
/** The days that the two files say they were made; null where a file says none. */
export type MimitDays = Readonly<Record<MimitFileName, string | null>>

/** `Estrazione del 2026-11-20` or `Estrazione del : 20/11/2026 08:00:00`; null where it is no day. */
export function dayOf(line: string): string | null {
  const iso = /\d{4}-\d\d-\d\d/.exec(line)
  const [, date, month, year] = /(\d\d)\/(\d\d)\/(\d{4})/.exec(line) ?? []
  const day = iso ? iso[0] : `${year}-${month}-${date}`
  return isDay(day) ? day : null
}

/** The clocks of the ministry and of this server may differ, also by the change of the day; a later day than this many ahead is no file of today. */
const AHEAD = 2
const isAhead = (day: string, today: string) => day > addDays(today, AHEAD)
/** The days that can be: of a file that says one still to come nobody knows the day. */
export const pastDays = ({ anagrafica, prezzi }: MimitDays, today: string): MimitDays => {
  const past = (day: string | null) => (day && isAhead(day, today) ? null : day)
  return { anagrafica: past(anagrafica), prezzi: past(prezzi) }
}
const italian = (day: string) => day.split('-').reverse().join('/')
/** Why files are not newer than what is stored, a sentence each, naming the file. One without a day never is, nor one of a day still to come. */
export const dayDoubts = (found: MimitDays, stored: MimitDays, today: string): string[] => {
  const kept = pastDays(stored, today)
  return (['anagrafica', 'prezzi'] as const).flatMap((name) => {
    const [day, before] = [found[name], kept[name]]
    if (day && isAhead(day, today)) return `Il file ${name} dice di essere del ${italian(day)}, che deve ancora venire.`
    if (!before || (day && day >= before)) return []
    return day
      ? `Il file ${name} è del ${italian(day)}, in archivio c’è già quello del ${italian(before)}.`
      : `Il file ${name} non dice di che giorno è, in archivio c’è già quello del ${italian(before)}.`
  })
}
