import { Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { type DayHours, hoursText, type WeekdayHours, weekdayOf } from '../../rules/stations/opening-hours.ts'
import { CopyMenu } from './CopyMenu.tsx'
import { HoursField } from './HoursField.tsx'
import classes from './WeeklyHours.module.css'

interface WeeklyHoursProps {
  /** A day that is not there is not known. What else a row has stays with it. */
  value: readonly WeekdayHours[]
  onChange: (value: WeekdayHours[]) => void
  /** The last of them: 7, or 8 with the holidays. */
  days: 7 | 8
  /** By `<index>.<field>` of `value`, as the server tells them. */
  errors?: Readonly<Record<string, string>>
}

/** The hours of a week, a field a day, each to be copied onto the others. */
export function WeeklyHours({ value, onChange, days, errors = {} }: WeeklyHoursProps) {
  const id = useId()
  const weekdays = Array.from({ length: days }, (_, at) => at + 1)
  const offers = value.map(hoursText).filter((text) => readable.test(text))
  const set = (targets: readonly number[], hours: DayHours | null) =>
    onChange(
      weekdays.flatMap((weekday) => {
        const before = value.find((row) => row.weekday === weekday)
        if (!targets.includes(weekday)) return before ?? []
        return hours ? { ...before, ...hours, weekday } : []
      }),
    )
  return (
    <Stack gap="xs" role="group" aria-describedby={`${id}-how`}>
      {weekdays.map((weekday) => {
        const at = value.findIndex((row) => row.weekday === weekday)
        const row = value[at]
        const told = Object.entries(errors).find(([path]) => path.startsWith(`${at}.`))?.[1]
        return (
          <div key={weekday} className={classes.day}>
            <label htmlFor={`${id}-${weekday}`}>{weekdayOf(weekday)}</label>
            <HoursField
              id={`${id}-${weekday}`}
              value={row ?? null}
              offers={offers}
              error={told}
              onChange={(hours) => set([weekday], hours)}
            />
            <CopyMenu of={weekdayOf(weekday)} hours={row} onCopy={(targets) => row && set(targets, hoursOf(row))} all={weekdays} />
          </div>
        )
      })}
      <Text size="sm" c="dimmed" id={`${id}-how`}>
        Per esempio 8-12.30 15-19, 24 ore, chiuso. Oltre la mezzanotte: chiudi alle 24 e continua il giorno dopo.
      </Text>
    </Stack>
  )
}
const readable = /^(?:\d\d:\d\d–|24 ore|Chiuso)/
const hoursOf = ({ open1, close1, open2, close2, closed, h24 }: DayHours): DayHours => ({
  ...{ open1: open1 ?? null, close1: close1 ?? null, open2: open2 ?? null, close2: close2 ?? null },
  ...{ closed: closed ?? false, h24: h24 ?? false },
})
