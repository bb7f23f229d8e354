import { ActionIcon, Button, Menu, Table, TableScrollContainer, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openingModes, openingSeasons, weekdays } from '../../../contract/stations/opening-fields.ts'
import { detailedOpenings, type StationHours } from '../../../contract/stations/openings.ts'
import { isUnread, query } from '../../../lib/query.ts'
import { hoursText, weekdayOf } from '../../../rules/stations/opening-hours.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconPencil, IconPlus } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { dayMonth } from '../day-month.ts'
import { useSaveHours } from '../use-save-hours.ts'
import { daysOf, type Week } from '../week-hours.ts'

const HoursDialog = part(() => import('../HoursDialog.tsx').then((m) => m.HoursDialog))

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
const weeks: Week[] = keysOf(openingModes).flatMap((mode) => keysOf(openingSeasons).map((season) => ({ mode, season })))
const nameOf = ({ mode, season }: Week) => `${openingModes[mode]}, ${openingSeasons[season].toLowerCase()}`
const HOLIDAYS = 8

/** The hours of a station by mode and season, a week a column, each changed in the dialog of "Riepilogo orari". */
export function DetailedHours({ id }: { id: number }) {
  const read = useQuery(query(detailedOpenings.list, { station_id: [id] }))
  const { data, refetch } = read
  const [edited, setEdited] = useState<Week>()
  const save = useSaveHours()
  if (isUnread(read)) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={4} />
  const row = data.data[0]
  // Not read is not the same as not there.
  if (!row) return <Text c="dimmed">Gli orari dettagliati di questo punto vendita non ti sono visibili.</Text>
  const known = weeks.filter((week) => daysOf(row, week).length)
  const others = weeks.filter((week) => !known.includes(week))
  return (
    <>
      {known.length ? (
        <Weeks row={row} weeks={known} onEdit={row.writable ? setEdited : undefined} />
      ) : (
        <Text c="dimmed">Orari non ancora inseriti.</Text>
      )}
      {row.writable && others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" mt="xs" leftSection={<IconPlus />}>
              Aggiungi orari
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((week) => (
              <Menu.Item key={nameOf(week)} onClick={() => setEdited(week)}>
                {nameOf(week)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {edited && <HoursDialog key={nameOf(edited)} row={row} week={edited} save={save} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface WeeksProps {
  row: StationHours
  weeks: readonly Week[]
  onEdit: ((week: Week) => void) | undefined
}
const Weeks = ({ row, weeks, onEdit }: WeeksProps) => (
  <TableScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table w="auto" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {weeks.map((week) => (
            <Table.Th key={nameOf(week)} scope="col">
              {nameOf(week)}
              {onEdit && (
                <ActionIcon variant="subtle" aria-label={`Modifica gli orari: ${nameOf(week)}`} onClick={() => onEdit(week)}>
                  <IconPencil />
                </ActionIcon>
              )}
              {week.season !== 'annuale' && <Validity {...daysOf(row, week)[0]!} />}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keysOf(weekdays)
          .map(Number)
          .map((weekday) => (
            <Table.Tr key={weekday}>
              <Table.Th scope="row">{weekdayOf(weekday)}</Table.Th>
              {weeks.map((week) => (
                <Table.Td key={nameOf(week)}>{textOf(row, week, weekday)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  </TableScrollContainer>
)
const Validity = ({ valid_from, valid_to }: { valid_from: string; valid_to: string }) => (
  <Text size="sm" c="dimmed">
    {dayMonth(valid_from)}–{dayMonth(valid_to)}
  </Text>
)
/** Without hours of their own the holidays have those of Sunday (open-now.ts). */
function textOf(row: StationHours, week: Week, weekday: number) {
  const day = daysOf(row, week).find((one) => one.weekday === weekday)
  if (!day) return weekday === HOLIDAYS ? 'come la domenica' : '–'
  return [hoursText(day), day.note].filter(Boolean).join(' · ')
}
