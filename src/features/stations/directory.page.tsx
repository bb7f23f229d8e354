import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasWords } from '../../contract/kernel/fold.ts'
import { stationDirectory, WHOLE_DIRECTORY } from '../../contract/stations/openings.ts'
import { CachedNote } from '../../crud/list/CachedNote.tsx'
import { useListState } from '../../crud/list/list-search.ts'
import { SearchBox } from '../../crud/list/SearchBox.tsx'
import { guard } from '../../lib/access.ts'
import { count } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { query } from '../../lib/query.ts'
import { romeWallClock } from '../../rules/stations/open-now.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconGasStation } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { DirectoryCard } from './DirectoryCard.tsx'
import classes from './directory.module.css'
import { type KnownStation, preparedStations } from './prepared-stations.ts'

/** So many stations are read at once, kept on the device and searched there. */
const FOUND = { per_page: 50 } as const
/** More cards at once help nobody. */
const MOST = 100

export const Route = createFileRoute('/_signed/stazioni/info')({
  validateSearch: (raw: object) => raw as { search?: string | undefined },
  beforeLoad: guard('net.field'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(query(stationDirectory.list, WHOLE_DIRECTORY)),
  component: DirectoryPage,
})

/** As the server searches: each word, in name, town, code or address. */
function among(rows: readonly KnownStation[], text: string): readonly KnownStation[] {
  return rows.filter(({ code, name, city, address, cap }) => hasWords([code, name, city, address, cap].join(' '), text))
}
/** The clock of Rome, moved on every half minute. */
function useWallClock() {
  const [wall, setWall] = useState(() => romeWallClock(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setWall(romeWallClock(Date.now())), 30_000)
    return () => clearInterval(timer)
  }, [])
  return wall
}

/** "Rubrica punti vendita": who has few stations has all of them on the device; of more, the first, and what is found by the server. */
function DirectoryPage() {
  const { search, onSearch } = useListState(stationDirectory.list)
  const text = search.search ?? ''
  const now = useWallClock()
  const online = connection.use() === 'online'
  const here = useQuery(query(stationDirectory.list, WHOLE_DIRECTORY))
  const more = !!here.data && here.data.total > here.data.data.length
  const asks = online && more && text !== ''
  const found = useQuery({ ...query(stationDirectory.list, { ...FOUND, search: text }), enabled: asks, placeholderData: keepPreviousData })
  const behind = !online || here.isError
  const prepared = useQuery({
    queryKey: ['prepared_stations'],
    queryFn: preparedStations,
    enabled: behind,
    networkMode: 'always',
    gcTime: 0,
  })
  // Those with their hours first: of the others this device has the rest.
  const kept: readonly KnownStation[] | undefined =
    behind && prepared.data?.rows.length
      ? [...(here.data?.data ?? []), ...prepared.data.rows.filter(({ id }) => !here.data?.data.some((one) => one.id === id))]
      : here.data?.data
  /** There are others than those that are here, or it is not known: nothing found is not nothing there. */
  const partial = behind && (more || !here.data)
  const rows = asks ? found.data?.data : kept && among(kept, text).slice(0, MOST)
  const failed = asks ? found.error : !kept && !prepared.isFetching && here.error
  const at = here.data ? new Date(here.dataUpdatedAt).toISOString() : (prepared.data?.at ?? null)
  return (
    <Page title="Rubrica punti vendita" {...(here.data && { count: here.data.total })}>
      <Stack gap="sm">
        <SearchBox value={search.search} onSearch={(text, replace) => onSearch({ search: text }, { replace })} />
        <CachedNote at={behind && kept ? at : null} />
        {!asks && kept && (partial || more || kept.length > MOST) && (
          <Text size="sm" c="dimmed">
            {behind
              ? `Punti vendita su questo dispositivo: ${count(kept.length)}${here.data ? ` su ${count(here.data.total)}` : ''}.`
              : `I primi ${count(kept.length)}: scrivi nome, città o codice per trovare gli altri.`}
          </Text>
        )}
        {failed ? (
          <ErrorState whole message={`Errore nel caricamento. ${failed.message}`} onRetry={() => void (asks ? found : here).refetch()} />
        ) : !rows ? (
          <LoadingRows />
        ) : rows.length ? (
          <ul className={classes.list} aria-labelledby="page-title">
            {rows.map((station) => (
              <DirectoryCard key={station.id} station={station} now={now} />
            ))}
          </ul>
        ) : text ? (
          <EmptyState
            message={partial ? 'Nessun punto vendita trovato tra quelli su questo dispositivo.' : 'Nessun punto vendita trovato.'}
          />
        ) : (
          <EmptyState icon={IconGasStation} message="Nessun punto vendita assegnato. Contatta il responsabile di rete." />
        )}
      </Stack>
    </Page>
  )
}
