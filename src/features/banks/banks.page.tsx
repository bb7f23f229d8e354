import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { banks } from '../../contract/banks.ts'
import { optionalIdParam } from '../../crud/id-param.ts'
import { listSearch } from '../../crud/list-search.ts'
import { dialogSearch } from '../../crud/RecordDialog.tsx'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { BankList } from './BankList.tsx'
import { BankShow } from './BankShow.tsx'

const search = listSearch(banks.list, { ...dialogSearch, scheda: v.picklist(['carte', 'file']) })

export const Route = createFileRoute('/_signed/stazioni/banche/{-$id}')({
  params: optionalIdParam,
  validateSearch: search,
  beforeLoad: guard('banks.read'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...list } }) => list,
  loader: ({ context: { queryClient }, params: { id }, deps }) => {
    void (id ? queryClient.prefetchQuery(query(banks.get, { id })) : queryClient.prefetchQuery(query(banks.list, deps)))
  },
  component: BanksPage,
})

function BanksPage() {
  const { id } = Route.useParams()
  return id ? <BankShow key={id} id={id} /> : <BankList />
}
