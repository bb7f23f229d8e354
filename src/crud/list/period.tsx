import { Button, Group, Stack } from '@mantine/core'
import { day, today } from '../../lib/format.ts'
import { addDays, periodProblem } from '../../rules/shared/italian.ts'
import { DateField } from '../../ui/DateField.tsx'
import type { Period, PeriodFilter } from './filters.tsx'

const monthOf = (at: string): Period => {
  const from = `${at.slice(0, 7)}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}
/** Common periods relative to `now`. */
function usual(now: string, ahead: boolean): readonly (readonly [string, Period])[] {
  const back = (days: number) => addDays(now, -days)
  return [
    ['Oggi', { from: now, to: now }],
    ['Ieri', { from: back(1), to: back(1) }],
    ['Ultimi 7 giorni', { from: back(6), to: now }],
    ['Ultimi 30 giorni', { from: back(29), to: now }],
    ...(ahead ? [['Prossimi 7 giorni', { from: now, to: addDays(now, 6) }] as const] : []),
    ['Questo mese', monthOf(now)],
    ['Mese scorso', monthOf(addDays(monthOf(now).from!, -1))],
    ['Quest’anno', { from: `${now.slice(0, 4)}-01-01`, to: `${now.slice(0, 4)}-12-31` }],
  ]
}
const same = (one: Period, other: Period) => one.from === other.from && one.to === other.to
const isDay = (text: string | null) => text === null || /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * A period in two parameters, its first day and `until` for the last: a common one with a tap, or any two days. `ahead`: offers future
 * periods too.
 */
export const period = (label: string, until: string, { ahead = false } = {}): PeriodFilter => ({
  label,
  until,
  say: ({ from, to }) =>
    usual(today(), ahead).find(([, one]) => same(one, { from, to }))?.[0] ??
    (from && to ? `${day(from)} – ${day(to)}` : from ? `dal ${day(from)}` : `fino al ${day(to)}`),
  control: ({ value = {}, onChange }) => {
    const set = (change: Period) => {
      const next = { ...value, ...change }
      onChange(next.from || next.to ? next : undefined)
    }
    return (
      <Stack gap="xs">
        <Group gap="xs">
          {usual(today(), ahead).map(([name, one]) => (
            <Button
              key={name}
              variant={same(one, value) ? 'light' : 'default'}
              aria-pressed={same(one, value)}
              onClick={() => onChange(same(one, value) ? undefined : one)}
            >
              {name}
            </Button>
          ))}
        </Group>
        <Group gap="xs" grow align="flex-start">
          <DateField label="Dal" value={value.from ?? null} onChange={(next) => isDay(next) && set({ from: next ?? undefined })} />
          <DateField
            label="Al"
            value={value.to ?? null}
            error={periodProblem(value.from, value.to)}
            onChange={(next) => isDay(next) && set({ to: next ?? undefined })}
          />
        </Group>
      </Stack>
    )
  },
})
