import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { type Station, stations } from '../../contract/stations/stations.ts'
import { readSearch, useParameters } from '../../crud/list/list-search.ts'
import { Crumbs } from '../../crud/record/Crumbs.tsx'
import { AccessError, guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { mayCreateStations } from '../../rules/stations/access.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { allFields, notCopied } from './station-sections.ts'

const StationForm = part(() => import('./StationForm.tsx').then((m) => m.StationForm))

/** `da`: the station that the new one begins as. */
const read = readSearch({ da: wholeNumber(1) })
export const Route = createFileRoute('/_signed/stazioni/nuova')({
  validateSearch: (raw: object) => raw as { da?: number },
  // By its name: what is named here comes with the first page, and the contract of a station is large.
  beforeLoad: guard('net.create'),
  component: NewStation,
})

const TITLE = 'Nuovo punto vendita'
/** "Nuovo punto vendita": from nothing, or as a copy. */
function NewStation() {
  if (!mayCreateStations(useMe())) throw new AccessError('net.create')
  const { da } = useParameters(read)
  return (
    <Page title={TITLE} breadcrumbs={<Crumbs list={{ title: 'Stazioni', link: { to: '/stazioni' } }} name={TITLE} />}>
      {da === undefined ? <Fresh /> : <Copy key={da} id={da} />}
    </Page>
  )
}

function Fresh({ begun }: { begun?: Partial<Station> }) {
  const navigate = useNavigate()
  return (
    <StationForm
      meanwhile={<LoadingRows />}
      record={undefined}
      {...(begun && { begun })}
      onDone={({ id }) => navigate({ to: '/stazioni/$id', params: { id }, replace: true })}
      onCancel={() => void navigate({ to: '/stazioni' })}
    />
  )
}

function Copy({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(query(stations.get, { id }))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const names = allFields.filter((name) => !(notCopied as readonly string[]).includes(name))
  return (
    <>
      <Alert>
        Copia di {data.code} {data.name}. Non sono copiati codici, coordinate, licenze e date, né telefoni, orari, carburanti, servizi,
        reti, bollette, attrezzature e file.
      </Alert>
      <Fresh begun={Object.fromEntries(names.map((name) => [name, data[name]]))} />
    </>
  )
}
