import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { competitors, type MapCompetitor } from '../../../contract/prices/competitors.ts'
import { ListMap } from '../../../crud/list/ListMap.tsx'
import { withoutPages } from '../../../crud/list/list-search.ts'
import type { MapPanelProps } from '../../../crud/list/use-list-map.tsx'
import { count, euro } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { NavigateLink } from '../../../ui/NavigateLink.tsx'

const point = ({ name, brand, price, active }: MapCompetitor) => ({
  label: price === null ? `${brand} ${name}` : `${brand} ${name} · ${euro(price)}`,
  dim: !active,
})
const unplaced = (many: number) =>
  many === 1 ? '1 concorrente senza posizione: è solo' : `${count(many)} concorrenti senza posizione: sono solo`

/** All competitors that match the list's filters on a map, with details of the chosen one. */
export function CompetitorMap({ search, ...rest }: MapPanelProps<typeof competitors.list>) {
  const { data, ...read } = useQuery({ ...query(competitors.map, withoutPages(search)), placeholderData: keepPreviousData })
  return (
    <ListMap
      label="Mappa dei concorrenti"
      read={{ ...read, data: data && { rows: data.competitors, tiles: data.tiles } }}
      {...{ point, unplaced }}
      {...rest}
    >
      {(row) => <Chosen row={row} />}
    </ListMap>
  )
}

const Chosen = ({ row: { id, name, brand, city, price, latitude, longitude } }: { row: MapCompetitor }) => (
  <section aria-label="Concorrente scelto">
    <Group justify="space-between" gap="xs">
      <LinkAnchor to="/competitors" search={((old: object) => ({ ...old, id })) as never} fw={500}>
        {brand} {name}
      </LinkAnchor>
      {price !== null && <Text fw={500}>{euro(price)}</Text>}
    </Group>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{city}</Text>
      {latitude !== null && longitude !== null && <NavigateLink latitude={latitude} longitude={longitude} />}
    </Group>
  </section>
)
