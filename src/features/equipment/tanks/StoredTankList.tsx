import { Stack, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { dayTime } from '../../../lib/format.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { tankDb } from './tank-store.ts'

/** The stations whose tanks this device keeps, where the list of the network cannot be had. */
export function StoredTankList() {
  const kept = useLiveQuery(async () => (await tankDb()?.stations.toArray()) ?? [], [])
  if (!kept?.length) return null
  return (
    <Stack gap="xs" component="section" aria-label="Pronte su questo dispositivo">
      <Text fw={600}>Pronte su questo dispositivo</Text>
      {kept
        .toSorted((a, b) => a.place.localeCompare(b.place, 'it'))
        .map(({ station_id, place, at, tanks }) => (
          <Text key={station_id} size="sm">
            <LinkAnchor to="/stazioni/cisterne/{-$id}" params={{ id: station_id }}>
              {place}
            </LinkAnchor>
            {`: ${tanks.length === 1 ? 'una cisterna' : `${tanks.length} cisterne`}, ${dayTime(at)}`}
          </Text>
        ))}
    </Stack>
  )
}
