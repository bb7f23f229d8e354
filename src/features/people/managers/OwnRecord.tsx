import { useQuery } from '@tanstack/react-query'
import { managers } from '../../../contract/people/managers.ts'
import { query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ManagerShow } from './ManagerShow.tsx'

/** The record of whoever is a manager and nothing else. */
export function OwnRecord() {
  const { data, isError, refetch } = useQuery(query(managers.all, {}))
  const [own] = data ?? []
  if (own) return <ManagerShow key={own.id} id={own.id} />
  return (
    <Page title="La mia gestione">
      {isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <EmptyState message="Il tuo account non è ancora collegato a un gestore: chiedi all’ufficio rete." />
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}
