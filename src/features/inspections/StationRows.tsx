import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import type { FoundStation } from '../../lib/station-search.ts'
import { PinButton } from './PinButton.tsx'
import classes from './StartDialog.module.css'

export interface Choice {
  row: FoundStation
  /** "4,2 km", "oggi" */
  beside?: string
}
interface StationRowsProps {
  title?: string
  rows: readonly Choice[]
  busy: boolean
  onPick: (id: number) => void
}
/** Stations to choose from, each with the way to keep it on the device. Drawn when the answer comes, not at the key before it. */
export const StationRows = memo(({ title, rows, busy, onPick }: StationRowsProps) => (
  <Stack gap="xs" component={title ? 'section' : 'div'}>
    {title && (
      <Title order={3} size="h5">
        {title}
      </Title>
    )}
    {rows.map(({ row: { id, code, name, address, city, province }, beside }) => (
      <Group key={id} gap={0} wrap="nowrap">
        <UnstyledButton className={classes.option} disabled={busy} onClick={() => onPick(id)}>
          <Text fw={600}>
            {code} {name}
          </Text>
          <Text size="sm" c="dimmed">
            {beside && `${beside} · `}
            {address}, {city} ({province})
          </Text>
        </UnstyledButton>
        <PinButton station_id={id} code={code} />
      </Group>
    ))}
  </Stack>
))
