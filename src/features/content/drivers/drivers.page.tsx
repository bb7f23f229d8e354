import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { driverFileCategories, type SupportDocument, supportDocuments } from '../../../contract/content/support-documents.ts'
import { CachedNote } from '../../../crud/list/CachedNote.tsx'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { useListState } from '../../../crud/list/list-search.ts'
import { Pager } from '../../../crud/list/Pager.tsx'
import { SearchBox } from '../../../crud/list/SearchBox.tsx'
import { connection } from '../../../lib/online.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { byStation, withWords } from '../../../rules/content/driver-files.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconTruck, IconUpload } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { DriverStation } from './DriverStation.tsx'
import { forget, keptFiles } from './kept-files.ts'

const UploadDialog = part(() => import('./UploadDialog.tsx').then((m) => m.UploadDialog))

export const Route = createFileRoute('/_signed/autisti')({
  ...listRoute<typeof supportDocuments.list>('driver.read'),
  component: DriversPage,
})
/** So many files are read at once: the drivers of most networks have them all on one page. */
const SIZE = 100

/** "File Autisti": the files of each station, pinned ones also without a network. */
function DriversPage() {
  const list = useListState(supportDocuments.list)
  const { search, onSearch } = list
  const client = useQueryClient()
  const { data, isError, error, refetch, dataUpdatedAt } = useQuery(query(supportDocuments.list, { ...search, per_page: SIZE }))
  const kept = useQuery({ queryKey: ['kept_driver_files'], queryFn: keptFiles, networkMode: 'always', gcTime: 0 })
  const online = connection.use() === 'online'
  const writes = useCan()('driver.write')
  const [uploading, setUploading] = useState(false)
  const behind = !online || isError
  const pinned = kept.data ?? []
  // A refused read with nothing on the device is a fault, not an empty list.
  const held = pinned.length > 0 || !online
  const rows: readonly SupportDocument[] | undefined =
    data?.data ?? (behind && kept.data && held ? withWords(pinned, search.search) : undefined)
  const heldAt = data ? dataUpdatedAt : Math.max(0, ...pinned.map(({ at }) => Date.parse(at)))
  const here = new Map(pinned.map((one) => [one.id, one]))
  // What the office has deleted goes off the device; only a whole list without filters tells that.
  const whole = data && data.last_page === 1 && !Object.values(search).some((value) => value !== undefined)
  const gone = whole ? pinned.filter(({ id }) => !data.data.some((row) => row.id === id)).map(({ id }) => id) : []
  const goneKey = gone.join()
  useEffect(() => {
    if (goneKey && online)
      void forget(goneKey.split(',').map(Number)).then(() => client.invalidateQueries({ queryKey: ['kept_driver_files'] }))
  }, [goneKey, online, client])
  const upload = writes && (
    <Button leftSection={<IconUpload />} onClick={() => setUploading(true)}>
      Carica file
    </Button>
  )
  return (
    <Page title="File Autisti" {...(data && { count: data.total })} action={upload}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <SearchBox value={search.search} onSearch={(text, replace) => onSearch({ search: text }, { replace })} />
          <Group gap="xs" role="group" aria-label="Categoria">
            {Object.entries(driverFileCategories).map(([value, label]) => {
              const on = search.category?.includes(value as never) ?? false
              return (
                <Button
                  key={value}
                  variant={on ? 'filled' : 'default'}
                  aria-pressed={on}
                  onClick={() => onSearch({ category: on ? undefined : [value as never] })}
                >
                  {label}
                </Button>
              )
            })}
          </Group>
        </Group>
        <CachedNote at={behind && rows && heldAt ? new Date(heldAt).toISOString() : null} />
        {behind && !data && rows && <Text size="sm">Solo i file fissati su questo dispositivo: {pinned.length}.</Text>}
        {!rows ? (
          isError ? (
            <ErrorState whole message={`Errore nel caricamento. ${error.message}`} onRetry={() => void refetch()} />
          ) : (
            <LoadingRows />
          )
        ) : !rows.length ? (
          <EmptyState icon={IconTruck} message={behind && !data ? 'Nessun file su questo dispositivo.' : 'Nessun file.'} action={upload} />
        ) : (
          byStation(rows).map(({ station, files }) => (
            <DriverStation key={station?.id ?? 0} station={station} files={files} here={here} writes={writes && !behind} />
          ))
        )}
        {data && <Pager page={data} order={undefined} onPage={(page) => onSearch({ page })} />}
      </Stack>
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}
