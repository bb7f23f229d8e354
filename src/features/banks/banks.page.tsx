import { Loader } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { banks } from '../../contract/banks.ts'
import { optionalIdParam } from '../../crud/id-param.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { BankList } from './BankList.tsx'
import { type BankSearch, bankSearch } from './bank-search.ts'

export const Route = createFileRoute('/_signed/stazioni/banche/{-$id}')({
  params: optionalIdParam,
  validateSearch: (raw: object) => raw as BankSearch,
  beforeLoad: guard('banks.read'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...list } }) => list,
  loader: ({ context: { queryClient }, params: { id }, deps }) => {
    void (id ? queryClient.prefetchQuery(query(banks.get, { id })) : queryClient.prefetchQuery(query(banks.list, bankSearch(deps))))
  },
  component: BanksPage,
})

const BankShow = lazy(() => import('./BankShow.tsx').then(({ BankShow }) => ({ default: BankShow })))

function BanksPage() {
  const { id } = Route.useParams()
  return id ? (
    <Suspense fallback={<Loader m="xl" aria-label="Caricamento" />}>
      <BankShow key={id} id={id} />
    </Suspense>
  ) : (
    <BankList />
  )
}
