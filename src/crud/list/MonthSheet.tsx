import { ActionIcon, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { day, longMonthName, today } from '../../lib/format.ts'
import { addMonths, daysOf, weeksOf } from '../../rules/shared/calendar.ts'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/use-phone.ts'

const WEEK = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']

interface MonthSheetProps {
  label: string
  /** `YYYY-MM`. */
  month: string
  onMonth: (month: string) => void
  /** Shown in place of the days: an error, nothing found, not loaded yet. */
  instead?: ReactNode
  /** What stands on a day `YYYY-MM-DD`; null if nothing does. */
  on: (date: string) => ReactNode
}
/** A month's sheet with the way to the months beside it; on a phone the days that have something. */
export function MonthSheet({ label, month, onMonth, instead, on }: MonthSheetProps) {
  const phone = usePhone()
  return (
    <Stack component="section" aria-label={label}>
      <Group>
        <ActionIcon variant="default" aria-label="Mese precedente" onClick={() => onMonth(addMonths(month, -1))}>
          <IconChevronLeft />
        </ActionIcon>
        <Title order={2} aria-live="polite">
          {longMonthName(month)}
        </Title>
        <ActionIcon variant="default" aria-label="Mese successivo" onClick={() => onMonth(addMonths(month, 1))}>
          <IconChevronRight />
        </ActionIcon>
      </Group>
      {instead || (phone ? <Days month={month} on={on} /> : <Sheet month={month} on={on} />)}
    </Stack>
  )
}

type Part = Pick<MonthSheetProps, 'month' | 'on'>
const Days = ({ month, on }: Part) =>
  daysOf(month)
    .map((date) => [date, on(date)] as const)
    .filter(([, shown]) => shown)
    .map(([date, shown]) => (
      <div key={date}>
        <Text fw={600}>{date === today() ? `Oggi, ${day(date)}` : day(date)}</Text>
        {shown}
      </div>
    ))
const Sheet = ({ month, on }: Part) => (
  <Table withTableBorder withColumnBorders layout="fixed" aria-label={longMonthName(month)}>
    <Table.Thead>
      <Table.Tr>
        {WEEK.map((name) => (
          <Table.Th key={name} scope="col">
            {name}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {weeksOf(month).map((week) => (
        <Table.Tr key={week.find(Boolean)}>
          {week.map((date, at) => (
            <Table.Td key={date ?? at} valign="top" h={96} aria-current={date === today() ? 'date' : undefined}>
              {date && (
                <Text size="sm" fw={date === today() ? 700 : undefined}>
                  {Number(date.slice(8))}
                  {date === today() && ', oggi'}
                </Text>
              )}
              {date && on(date)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
