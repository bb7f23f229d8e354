import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { wholeNumber } from '../../../contract/crud.ts'
import { inspectionModels } from '../../../contract/inspection-models.ts'
import { listSearch } from '../../../crud/list-search.ts'
import { dialogSearch } from '../../../crud/RecordDialog.tsx'
import { guard } from '../../../lib/access.ts'
import { query } from '../../../lib/query.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ModelEditor } from './ModelEditor.tsx'
import { ModelList } from './ModelList.tsx'

export const Route = createFileRoute('/_signed/verifiche/modello')({
  validateSearch: listSearch(inspectionModels.list, { ...dialogSearch, id: wholeNumber(1), libreria: v.literal('true') }),
  beforeLoad: guard('insp'),
  component: ModelsPage,
})

function ModelsPage() {
  const { id, libreria } = Route.useSearch()
  return id ? <OneModel key={id} id={id} /> : <ModelList library={!!libreria} />
}

function OneModel({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(query(inspectionModels.get, { id }))
  const trail = (
    <Breadcrumbs>
      <Anchor renderRoot={(props) => <Link {...props} to="/verifiche/modello" />}>Modelli</Anchor>
      <Text aria-current="page">{data?.name ?? '…'}</Text>
    </Breadcrumbs>
  )
  return (
    <Page title={data?.name ?? 'Modello di verifica'} breadcrumbs={trail}>
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingRows />}
      {data && <ModelEditor model={data} />}
    </Page>
  )
}
