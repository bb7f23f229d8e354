import { Text } from '@mantine/core'
import { clientErrors } from '../../contract/client-errors.ts'
import type { ErrorKind } from '../../contract/constants.ts'
import { useListState } from '../../crud/list-search.ts'
import { PagedTable } from '../../crud/PagedTable.tsx'
import { dayTime } from '../../lib/format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

const kindWords: Record<ErrorKind, string> = {
  download: 'Download non riuscito',
  error: 'Errore imprevisto',
  rejection: 'Operazione non riuscita',
  worker: 'Service worker',
  page: 'Pagina in errore',
}

/** What went wrong in people's browsers, newest first (domain.md 8.10): without names, contents or long numbers. */
export function ErrorsTab() {
  const list = useListState(clientErrors.list)
  return (
    <PagedTable
      {...list}
      columns={{
        Tipo: (row) => kindWords[row.kind],
        Quando: { show: (row) => dayTime(row.created_at), sort: 'created_at' },
        Messaggio: {
          wide: true,
          show: ({ message, stack }) =>
            stack ? (
              <details>
                <summary>{message}</summary>
                <Text size="sm" component="pre" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {stack}
                </Text>
              </details>
            ) : (
              message
            ),
        },
        Pagina: (row) => row.page,
        Versione: (row) => row.app_version,
        Inoltrato: (row) => (row.forwarded_at ? dayTime(row.forwarded_at) : '–'),
      }}
      empty={
        <EmptyState message="Nessun errore segnalato. Qui compaiono gli errori dell’app negli ultimi 60 giorni, senza dati personali." />
      }
    />
  )
}
