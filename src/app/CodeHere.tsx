import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { heldPlaces } from './code-here.ts'

/** The record behind a code, as far as this device knows it without a network: prepared stations and their equipment. */
export function CodeHere({ code }: { code: string }) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['code_here', code],
    queryFn: () => heldPlaces(code),
    networkMode: 'always',
    gcTime: 0,
  })
  if (isPending) return <LoadingRows />
  if (isError || !data?.length)
    return (
      <Alert color="amber" role="status">
        {data
          ? 'Sei senza rete, e questo codice non è tra i punti vendita preparati su questo dispositivo.'
          : 'Sei senza rete, e su questo dispositivo non ci sono punti vendita preparati.'}{' '}
        Quando la rete torna, il codice si cerca da solo.
      </Alert>
    )
  return (
    <Stack gap="sm" role="status">
      <Text c="dimmed">Sei senza rete: questo è ciò che il dispositivo sa.</Text>
      {data.map(({ station, piece }) => (
        <Stack key={`${station.id}${piece}`} gap={2}>
          {piece && <Text fw={600}>{piece}</Text>}
          <Text>
            {station.code} {station.name}, {station.address}, {station.city} ({station.province})
          </Text>
          <Group gap="md">
            <LinkAnchor to="/stazioni/$id" params={{ id: station.id }}>
              Apri la scheda
            </LinkAnchor>
            <LinkAnchor to="/stazioni/info" search={{ search: station.code }}>
              Vedi in rubrica
            </LinkAnchor>
          </Group>
        </Stack>
      ))}
    </Stack>
  )
}
