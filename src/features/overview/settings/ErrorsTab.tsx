import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ErrorKind } from '../../../contract/kernel/constants.ts'
import { clientErrors } from '../../../contract/overview/client-errors.ts'
import { type RowOf, useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { dayTime } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconSearch } from '../../../ui/icons.tsx'

const kindWords: Record<ErrorKind, string> = {
  download: 'Download non riuscito',
  error: 'Errore imprevisto',
  rejection: 'Operazione non riuscita',
  worker: 'Service worker',
  page: 'Pagina in errore',
}

/** Errors of people's browsers, newest first: without names, contents or long numbers. */
export function ErrorsTab() {
  const list = useListState(clientErrors.list)
  const [read, setRead] = useState<RowOf<typeof clientErrors.list>>()
  return (
    <>
      <PagedTable
        {...list}
        columns={{
          Tipo: (row) => kindWords[row.kind],
          Quando: { show: (row) => dayTime(row.created_at), sort: 'created_at' },
          Messaggio: { show: (row) => row.message, wide: true },
          Pagina: (row) => row.page,
          Versione: (row) => row.app_version,
          Inoltrato: (row) => (row.forwarded_at ? dayTime(row.forwarded_at) : '–'),
        }}
        actions={(row) => (row.stack ? [{ label: 'Dettagli', icon: IconSearch, onSelect: () => setRead(row) }] : [])}
        empty={
          <EmptyState message="Nessun errore segnalato. Qui compaiono gli errori dell’app negli ultimi 60 giorni, senza dati personali." />
        }
      />
      <Dialog opened={!!read} onClose={() => setRead(undefined)} title={read?.message} size="xl">
        <Text size="sm" component="pre" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {read?.stack}
        </Text>
      </Dialog>
    </>
  )
}
