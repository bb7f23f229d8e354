import { Alert, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Station, stations } from '../../contract/stations/stations.ts'
import { dayTime } from '../../lib/format.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** The stations whose prices this device keeps, with the moment they were read. */
function useKept(): { id: number; name: string; at: number }[] {
  const client = useQueryClient()
  const read = () => {
    const records = client.getQueriesData<Station>({ queryKey: [stations.get.resource, stations.get.name] })
    return client
      .getQueryCache()
      .findAll({ queryKey: [stations.prices.resource, stations.prices.name] })
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey: [, , asked], state }) => {
        const { id } = asked as { id: number }
        const record = records.find(([, one]) => one?.id === id)?.[1]
        return { id, name: record ? `${record.code} ${record.name}` : `Punto vendita ${id}`, at: state.dataUpdatedAt }
      })
  }
  // A text, because a list would be another one each time it is asked for.
  const text = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => JSON.stringify(read()),
  )
  return JSON.parse(text)
}

/** Where the list of prices cannot be had: the pages of the stations whose prices this device keeps. */
export function KeptPrices() {
  const kept = useKept()
  if (!kept.length) return null
  return (
    <Alert color="amber" p="xs">
      <Group gap="md">
        <Text size="sm">Su questo dispositivo ci sono i prezzi di:</Text>
        {kept.map(({ id, name, at }) => (
          <Text size="sm" key={id}>
            <LinkAnchor to="/stazioni/$id" params={{ id }} search={{ scheda: 'carburanti' }}>
              {name}
            </LinkAnchor>
            {`, ${dayTime(new Date(at).toISOString())}`}
          </Text>
        ))}
      </Group>
    </Alert>
  )
}
