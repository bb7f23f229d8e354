import { useRef, useState } from 'react'
import type { StationHours } from '../../contract/stations/openings.ts'
import { ApiError } from '../../lib/api-error.ts'
import { type DayHours, hoursError, hoursText, type WeekdayHours, weekdayOf } from '../../rules/stations/opening-hours.ts'
import { HoursField } from './HoursField.tsx'
import classes from './hours.module.css'
import { Intervals } from './Intervals.tsx'
import { daysOf, type Week } from './week-hours.ts'

interface HoursCellProps {
  row: StationHours
  week: Week
  weekday: number
  /** Rejects with what the server refuses. */
  onSave: (change: (days: WeekdayHours[]) => WeekdayHours[]) => Promise<unknown>
}
const NEEDED = 'Indicare gli orari, oppure chiuso o 24 ore.'

/** The hours of one day in the matrix; a click or Enter makes it a field, Enter saves it, Esc leaves it as it was. */
export function HoursCell({ row, week, weekday, onSave }: HoursCellProps) {
  const cell = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState(false)
  const [value, setValue] = useState<DayHours | null>(null)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const days = daysOf(row, week)
  const known = days.find((day) => day.weekday === weekday)
  const text = known ? hoursText(known) : ''
  function leave() {
    setEditing(false)
    setError(undefined)
  }
  function close() {
    leave()
    const place = cell.current?.closest('td')
    if (!place) return
    place.tabIndex = -1
    place.focus()
  }
  async function commit(hours: DayHours | null, leaves = false) {
    if (saving) return
    const end = leaves ? leave : close
    if ((hours ? hoursText(hours) : '') === text) return end()
    // Festivi without hours of their own go by Sunday; another day is not left unknown.
    const wrong = hours ? hoursError(hours) : weekday === 8 ? undefined : NEEDED
    if (wrong) return setError(wrong)
    setSaving(true)
    try {
      await onSave((before) => [...before.filter((day) => day.weekday !== weekday), ...(hours ? [{ ...known, ...hours, weekday }] : [])])
      end()
    } catch (refusal) {
      setError(refusal instanceof ApiError ? refusal.message : 'Errore')
    } finally {
      setSaving(false)
    }
  }
  // A week begins as a whole, in the dialog of the row.
  if (!row.writable || !days.length) return <Intervals text={text} />
  if (!editing)
    return (
      <div ref={cell}>
        <button
          type="button"
          tabIndex={-1}
          className={classes.cell}
          data-cell
          aria-description={`${weekdayOf(weekday)}, modifica`}
          onClick={() => {
            setValue(known ?? null)
            setEditing(true)
          }}
        >
          <Intervals text={text} />
        </button>
      </div>
    )
  return (
    <div ref={cell} className={classes.editing}>
      <HoursField
        aria-label={`${weekdayOf(weekday)}, ${row.code}`}
        autoFocus
        size="xs"
        value={value}
        offers={days.map(hoursText)}
        error={error}
        readOnly={saving}
        onChange={(hours) => {
          setValue(hours)
          setError(undefined)
        }}
        onBlur={() => void commit(value, true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            close()
          }
          // With one of the offers under the arrow Enter takes that one first.
          if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant')) void commit(value)
        }}
      />
    </div>
  )
}
