import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { inspectionModels } from '../../../contract/inspections/models.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { useParameters } from '../../../crud/list/list-search.ts'
import { Crumbs, type RecordList } from '../../../crud/record/Crumbs.tsx'
import { query } from '../../../lib/query.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { ModelList } from './ModelList.tsx'
import { modelSearch } from './model-search.ts'

export const Route = createFileRoute('/_signed/verifiche/modello')({
  ...listRoute<typeof inspectionModels.list, ReturnType<typeof modelSearch>>('insp'),
  component: ModelsPage,
})

const MODELS: RecordList = { title: 'Modelli', link: { to: '/verifiche/modello' } }
const ModelEditor = part(() => import('./ModelEditor.tsx').then((m) => m.ModelEditor))

function ModelsPage() {
  const { id, libreria } = useParameters(modelSearch)
  return id ? <OneModel key={id} id={id} /> : <ModelList library={!!libreria} />
}

function OneModel({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(query(inspectionModels.get, { id }))
  const breadcrumbs = <Crumbs list={MODELS} name={data?.name} />
  const waiting = (
    <Page title={data?.name ?? 'Modello di verifica'} breadcrumbs={breadcrumbs}>
      {isError && !data ? <ErrorState whole onRetry={() => void refetch()} /> : <LoadingRows />}
    </Page>
  )
  return data ? <ModelEditor meanwhile={waiting} model={data} breadcrumbs={breadcrumbs} /> : waiting
}
