import { Button, Group, Stack } from '@mantine/core'
import { type Filter, onDay } from '../../crud/filters.tsx'
import { today } from '../../lib/format.ts'
import { addDays } from '../../rules/inspection-italian.ts'

const spans: readonly [string, number][] = [
  ['Oggi', 1],
  ['Ultimi 7 giorni', 7],
  ['Ultimi 30 giorni', 30],
]
/** The day that a period begins with: one of the usual spans until now, or any. */
export function sinceDay(label: string): Filter<string> {
  const { Control, say } = onDay(label)
  return {
    label,
    say,
    Control: (props) => (
      <Stack gap="xs">
        <Control {...props} />
        <Group gap="xs">
          {spans.map(([name, days]) => {
            const day = addDays(today(), 1 - days)
            return (
              <Button key={name} variant={props.value === day ? 'light' : 'default'} onClick={() => props.onChange(day)}>
                {name}
              </Button>
            )
          })}
        </Group>
      </Stack>
    ),
  }
}
