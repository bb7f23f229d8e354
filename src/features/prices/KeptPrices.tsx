import { Alert, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { priceModes, type Station, stations } from '../../contract/stations/stations.ts'
import { dayTime, euro } from '../../lib/format.ts'

interface Kept {
  id: number
  name: string
  at: number
  prices: Output<typeof stations.prices>
}
/** The stations whose prices this device keeps, with the moment they were read. */
function useKept(): Kept[] {
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
        return { id, name: record ? `${record.code} ${record.name}` : `Punto vendita ${id}`, at: state.dataUpdatedAt, prices: state.data }
      })
  }
  // A text, because a list would be another one each time it is asked for.
  const text = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => JSON.stringify(read()),
  )
  return JSON.parse(text)
}

/** Where the list of prices cannot be had: those that this device keeps. */
export function KeptPrices() {
  const kept = useKept()
  if (!kept.length) return null
  return (
    <Alert color="amber" p="xs" title="Prezzi che sono su questo dispositivo">
      {kept.map(({ id, name, at, prices }) => (
        <Text size="sm" key={id}>
          <strong>{name}</strong>
          {`, ${dayTime(new Date(at).toISOString())}: `}
          {prices.map(({ fuel, mode, price, unit }) => `${fuel} ${priceModes[mode].toLowerCase()} ${euro(price)}/${unit}`).join(' · ') ||
            'nessun prezzo.'}
        </Text>
      ))}
    </Alert>
  )
}
