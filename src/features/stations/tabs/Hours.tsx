import { Table, Text } from '@mantine/core'
import { stationSetCalls } from '../../../contract/stations/sets.ts'
import type { Station } from '../../../contract/stations/stations.ts'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { hoursText, weekdayOf } from '../../../rules/stations/opening-hours.ts'
import { WeeklyHours } from '../WeeklyHours.tsx'

/** The week of a station, as it is read. */
export const Hours = ({ station: { opening } }: { station: Station }) =>
  opening.length ? (
    <Table w="auto" withRowBorders={false}>
      <Table.Tbody>
        {opening.map((row) => (
          <Table.Tr key={row.weekday}>
            <Table.Th scope="row">{weekdayOf(row.weekday)}</Table.Th>
            <Table.Td>{hoursText(row)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  ) : (
    <Text c="dimmed">Orari non ancora inseriti.</Text>
  )

/** The same, to be changed as one. */
export function HoursForm({ station: { id, rev = 0, opening } }: { station: Station }) {
  const { form, values } = useRecordForm(
    { update: stationSetCalls.openings },
    { id, rev, openings: opening },
    { openings: [] },
    () => {},
    'openings',
  )
  const errors = Object.entries(form.errors).map(([path, sentence]) => [path.replace(/^openings\./, ''), sentence] as const)
  return (
    <RecordForm form={form} onCancel={() => void form.reset()}>
      <WeeklyHours
        days={7}
        value={values.useValue('openings')}
        onChange={(next) => values.set('openings', next)}
        errors={Object.fromEntries(errors)}
      />
    </RecordForm>
  )
}
