import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { memo } from 'react'
import { age } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { knownSince } from './field-store.ts'
import { PinButton } from './PinButton.tsx'
import classes from './StartDialog.module.css'
import type { FoundStation } from './station-search.ts'

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
const DAY_MS = 86_400_000
/** What is old, or not known here, says so before it is begun with; nothing while the server can tell. */
function useAges(ids: readonly number[]): (id: number) => string | undefined {
  const away = connection.use() !== 'online'
  const known = useLiveQuery(() => (away ? knownSince(ids) : undefined), [away, ids.join()])
  return (id) => {
    const at = known?.get(id)
    if (at === undefined || Date.now() - at < DAY_MS) return undefined
    return at ? `dati di ${age(Date.now() - at)} fa` : 'attrezzature e prezzi non noti qui'
  }
}

/** Stations to choose from, each with the way to keep it on the device. Drawn when the answer comes, not at the key before it. */
export const StationRows = memo(({ title, rows, busy, onPick }: StationRowsProps) => {
  const ageOf = useAges(rows.map(({ row }) => row.id))
  return (
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
            {ageOf(id) && (
              <Text size="sm" c="amber" fw={600}>
                {ageOf(id)}
              </Text>
            )}
          </UnstyledButton>
          <PinButton station_id={id} code={code} />
        </Group>
      ))}
    </Stack>
  )
})
