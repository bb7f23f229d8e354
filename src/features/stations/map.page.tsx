import { Button, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { stations } from '../../contract/stations.ts'
import { FilterChips, FilterSheet } from '../../crud/FilterBar.tsx'
import { activeFilters, listSearch, useListState } from '../../crud/list-search.ts'
import { SearchBox } from '../../crud/SearchBox.tsx'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconList } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useStationFilters } from './filters.ts'
import { NoStations } from './NoStations.tsx'
import { StationMap } from './StationMap.tsx'

/** What of the address the map is asked with: pages and order are the list's. */
const narrowing = ({ page: _, per_page: __, sort: ___, ...search }: ReturnType<ReturnType<typeof listSearch<typeof stations.list>>>) =>
  search

export const Route = createFileRoute('/_signed/stazioni/mappa')({
  validateSearch: (raw: object) => raw as Parameters<typeof narrowing>[0] & { scelta?: number | undefined },
  beforeLoad: guard('net.field'),
  loaderDeps: ({ search: { scelta: _, ...deps } }) => deps,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(query(stations.map, narrowing(listSearch(stations.list)(deps))))
  },
  component: StationMapPage,
})

/** The stations of the list "Stazioni", with its search and filters, on a map and beside it. */
function StationMapPage() {
  const { source, search, onSearch } = useListState(stations.list)
  const phone = usePhone()
  const asked = narrowing(search)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...query(stations.map, asked),
    placeholderData: keepPreviousData,
  })
  const change = onSearch as (changes: object, how?: { replace?: boolean }) => void
  const bar = {
    filters: Object.entries(useStationFilters()) as never,
    values: search as Record<string, unknown>,
    onChange: change,
    counting: { source, search, given: undefined },
  }
  const narrowed = !!search.search || activeFilters(search).length > 0
  const reset = () => change({ search: undefined, ...Object.fromEntries(activeFilters(search).map(([key]) => [key, undefined])) })
  return (
    <Page title="Mappa delle stazioni" {...(data && { count: data.stations.length })}>
      <Group gap="xs" align="flex-start">
        <SearchBox value={search.search} onSearch={(text, replace) => change({ search: text }, { replace })} />
        {phone ? <FilterSheet {...bar} /> : <FilterChips {...bar} />}
        <LinkButton to="/stazioni" search={search} variant="default" ml="auto" leftSection={<IconList />}>
          Elenco
        </LinkButton>
      </Group>
      {error ? (
        <ErrorState message={`Errore nel caricamento. ${error.message}`} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingRows />
      ) : data.stations.length ? (
        <StationMap {...data} busy={isPlaceholderData} />
      ) : narrowed ? (
        <EmptyState
          message="Nessun risultato con i filtri selezionati."
          action={
            <Button variant="default" onClick={reset}>
              Azzera filtri
            </Button>
          }
        />
      ) : (
        <NoStations />
      )}
    </Page>
  )
}
