import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { openingModes, openingSeasons } from '../../contract/stations/opening-fields.ts'
import type { StationHours } from '../../contract/stations/openings.ts'
import { LEAVE, useLeaveGuard } from '../../crud/form/use-leave-guard.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { WeekdayHours } from '../../rules/stations/opening-hours.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { dayMonth, readDayMonth } from './day-month.ts'
import type { useSaveHours } from './use-save-hours.ts'
import { WeeklyHours } from './WeeklyHours.tsx'
import { daysOf, fromErrors, replaceWeek, USUAL_VALIDITY, type Week } from './week-hours.ts'

interface HoursDialogProps {
  row: StationHours
  week: Week
  save: ReturnType<typeof useSaveHours>
  onClose: () => void
}
const CHANGED =
  'Nel frattempo gli orari di questo punto vendita sono cambiati. Salva di nuovo per mettere questa settimana al posto di quella di adesso.'

/** One week of a station (mode and season) as a whole, and when its season holds. Without any day the week is taken away. */
export function HoursDialog({ row, week, save, onClose }: HoursDialogProps) {
  const phone = usePhone()
  const confirm = useConfirm()
  const [now, setNow] = useState(row)
  const before = daysOf(row, week)
  const [days, setDays] = useState<WeekdayHours[]>(before)
  const start = before[0] ?? USUAL_VALIDITY[week.season]
  const [period, setPeriod] = useState({ valid_from: dayMonth(start.valid_from), valid_to: dayMonth(start.valid_to) })
  const [told, setTold] = useState<{ days: Record<string, string>; whole?: string | undefined }>({ days: {} })
  const [saving, setSaving] = useState(false)
  const [touched, setTouched] = useState(false)
  useLeaveGuard(() => touched && !saving, { left: () => undefined, sessionEnd: () => undefined })
  const yearly = week.season === 'annuale'
  const validity = { valid_from: readDayMonth(period.valid_from), valid_to: readDayMonth(period.valid_to) }
  async function close() {
    if (saving) return
    if (!touched || (await confirm(LEAVE))) onClose()
  }
  async function submit() {
    const { valid_from, valid_to } = validity
    if (saving || !valid_from || !valid_to) return
    const checked = replaceWeek(now, week, days, { valid_from, valid_to })
    setTold(checked)
    if (checked.whole || Object.keys(checked.days).length) return
    setSaving(true)
    try {
      await save(now, week, () => days, { valid_from, valid_to })
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') {
        setNow(error.data as StationHours)
        setTold({ days: {}, whole: CHANGED })
      } else if (error instanceof ApiError) {
        const { whole = error.message, ...rest } = fromErrors(error.fields, checked.entries.length - days.length)
        setTold({ ...rest, whole })
      }
      setSaving(false)
    }
  }
  const edge = (name: 'valid_from' | 'valid_to', label: string) => (
    <DayMonthField
      label={label}
      value={period[name]}
      wrong={!validity[name]}
      onChange={(text) => {
        setTouched(true)
        setPeriod({ ...period, [name]: text })
      }}
    />
  )
  return (
    <Dialog opened onClose={() => void close()} title={`Orari ${row.code} ${row.name}`} fullScreen={phone} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text>
            {openingModes[week.mode]}, {openingSeasons[week.season].toLowerCase()}
          </Text>
          {!yearly && (
            <Group align="flex-start">
              {edge('valid_from', 'Dal')}
              {edge('valid_to', 'Al')}
            </Group>
          )}
          {told.whole && (
            <Alert color="red" role="alert">
              {told.whole}
            </Alert>
          )}
          <WeeklyHours
            days={8}
            value={days}
            errors={told.days}
            onChange={(next) => {
              setTouched(true)
              setTold({ days: {} })
              setDays(next)
            }}
          />
          <Text size="sm" c="dimmed">
            Senza orari propri nei festivi valgono quelli della domenica. Senza alcun giorno questi orari si tolgono.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void close()}>
              Annulla
            </Button>
            <Button type="submit" loading={saving}>
              Salva
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface DayMonthFieldProps {
  label: string
  value: string
  wrong: boolean
  onChange: (text: string) => void
}
const DayMonthField = ({ label, value, wrong, onChange }: DayMonthFieldProps) => (
  <TextInput
    label={label}
    placeholder="gg/mm"
    inputMode="numeric"
    autoComplete="off"
    w="8rem"
    value={value}
    error={wrong && 'Giorno non valido: scrivere giorno e mese, per esempio 1/10.'}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
