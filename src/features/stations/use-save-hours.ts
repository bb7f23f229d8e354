import { useRef } from 'react'
import { detailedOpenings, type StationHours } from '../../contract/stations/openings.ts'
import { useSend } from '../../lib/query.ts'
import type { WeekdayHours } from '../../rules/stations/opening-hours.ts'
import { daysOf, replaceWeek, USUAL_VALIDITY, type Validity, type Week } from './week-hours.ts'

/** The newest known hours of a station: the list's, or those of a later save's answer. */
const newer = (row: StationHours, saved: StationHours | undefined) => (saved && saved.rev > row.rev ? saved : row)

/** Saves weeks of stations one after the other, each over what the one before has left: two cells of a row may be changed faster than the first is saved. */
export function useSaveHours() {
  const send = useSend(detailedOpenings.create)
  const saved = useRef(new Map<number, StationHours>())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  /** Throws what the server refuses. `change` makes the days from those that are there. */
  return (row: StationHours, week: Week, change: (days: WeekdayHours[]) => WeekdayHours[], validity?: Validity): Promise<StationHours> => {
    const mine = line.current.then(async () => {
      const now = newer(row, saved.current.get(row.id))
      const before = daysOf(now, week)
      const { entries } = replaceWeek(now, week, change(before), validity ?? before[0] ?? USUAL_VALIDITY[week.season])
      const made = await send.mutateAsync({ station_id: row.id, rev: now.rev, entries })
      saved.current.set(row.id, made)
      return made
    })
    line.current = mine.catch(() => undefined)
    return mine
  }
}
