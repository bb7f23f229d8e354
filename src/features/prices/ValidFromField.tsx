import { Group, SegmentedControl, Text } from '@mantine/core'
import { today } from '../../lib/format.ts'
import { DateField } from '../../ui/DateField.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import type { ValidFrom } from './price-draft.ts'

interface ValidFromFieldProps {
  value: ValidFrom | undefined
  onChange: (next: ValidFrom | undefined) => void
}
/** Chooses when prices come into force: at once, or at a day and time in Rome. */
export function ValidFromField({ value, onChange }: ValidFromFieldProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <SegmentedControl
        aria-label="Valgono"
        data={[
          { value: 'now', label: 'Da subito' },
          { value: 'later', label: 'Dal…' },
        ]}
        value={value ? 'later' : 'now'}
        onChange={(next) => onChange(next === 'now' ? undefined : { day: today(Date.now() + 86_400_000), time: '06:00' })}
      />
      {value && (
        <>
          <DateField aria-label="Giorno" w="9rem" min={today()} value={value.day} onChange={(day) => onChange({ ...value, day })} />
          <Text size="sm">alle</Text>
          <TimeField aria-label="Ora" w="5rem" value={value.time} onChange={(time) => onChange({ ...value, time })} />
        </>
      )}
    </Group>
  )
}
