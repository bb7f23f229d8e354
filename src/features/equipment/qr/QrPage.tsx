import { Group, Stack } from '@mantine/core'
import { qr } from '../../../contract/equipment/qr.ts'
import { useRecordDialog } from '../../../crud/form/record-dialog.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { NewButton } from '../../../crud/list/NewButton.tsx'
import { Pager } from '../../../crud/list/Pager.tsx'
import { SearchBox } from '../../../crud/list/SearchBox.tsx'
import { useRows } from '../../../crud/list/use-rows.ts'
import { useCan } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconCamera, IconGasStation } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { QrCard } from './QrCard.tsx'
import classes from './qr.module.css'

const QrDialog = part(() => import('./QrDialog.tsx').then((m) => m.QrDialog))

/** "QR Impianti": the code of each station, as a picture to print. */
export function QrPage() {
  const { source, search, onSearch } = useListState(qr.list)
  const { phase, page, error, retry } = useRows(source, search)
  const dialog = useRecordDialog()
  const add = useCan()('net.write') && <NewButton onClick={() => dialog.show('nuovo')}>Nuovo QR</NewButton>
  return (
    <Page title="QR Impianti" count={page?.total} action={add}>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between">
          <SearchBox value={search.search} onSearch={(text, replace) => onSearch({ search: text }, { replace })} />
          <Group gap="xs">
            <LinkButton to="/q/{-$code}" params={{ code: undefined }} variant="default" leftSection={<IconCamera />}>
              Leggi un codice
            </LinkButton>
            {phase === 'rows' && (
              <DownloadButton source={qr.sheet} input={{ of: 'stations', search: search.search }}>
                Stampa i QR
              </DownloadButton>
            )}
          </Group>
        </Group>
        {phase === 'loading' && <LoadingRows />}
        {phase === 'error' && <ErrorState whole message={`Errore nel caricamento. ${error ?? ''}`.trim()} onRetry={retry} />}
        {phase === 'empty' && <EmptyState icon={IconGasStation} message="Nessun QR." action={add} />}
        {phase === 'none' && <EmptyState message="Nessun risultato con i filtri selezionati." />}
        {phase === 'rows' && page && (
          <>
            <ul className={classes.grid} aria-label="QR">
              {page.data.map((one) => (
                <QrCard key={one.id} one={one} />
              ))}
            </ul>
            <Pager page={page} onPage={(next) => onSearch({ page: next })} onPageSize={(size) => onSearch({ per_page: size as 15 })} />
          </>
        )}
      </Stack>
      {add && dialog.subject === 'nuovo' && <QrDialog onClose={dialog.close} />}
    </Page>
  )
}
