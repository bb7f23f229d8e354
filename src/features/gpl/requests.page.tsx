import { Button } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { gplModules, gplRequests } from '../../contract/gpl/requests.ts'
import { applicants, requestStatuses } from '../../contract/gpl/words.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { recordRoute } from '../../crud/list/crud-route.ts'
import { anyOf, related } from '../../crud/list/filters.tsx'
import { recordLoader } from '../../crud/list/list-loader.ts'
import { IN_PLACE, listSearch, useListState, useParameters } from '../../crud/list/list-search.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { period } from '../../crud/list/period.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { day } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { applicantOf, courseOf, hasAttended, requestChip, stationNameOf, requestWords as words } from './request.ts'

const CrudDialog = part(() => import('../../crud/form/CrudDialog.tsx').then((m) => m.CrudDialog))
const RequestShow = part(() => import('./RequestShow.tsx').then((m) => m.RequestShow))
const RequestBoard = part(() => import('./RequestBoard.tsx').then((m) => m.RequestBoard))
const RequestForm = part(() => import('./RequestForm.tsx').then((m) => m.RequestForm), <LoadingRows />)

export const Route = createFileRoute('/_signed/richieste-carte-gpl/{-$id}')({
  ...recordRoute<typeof gplRequests.list>('gpl.read'),
  loader: recordLoader(gplRequests),
  component: RequestsPage,
})

const BOARD = 'lavagna'
const requestsSearch = listSearch(gplRequests.list, { vista: v.picklist([BOARD]) })
const filters = {
  status: anyOf('Stato', requestStatuses),
  station_id: related('Punto vendita', gplCourses.stations, ({ code, name }) => `${code} ${name}`),
  from: period('Data', 'to'),
}

function RequestsPage() {
  const { id } = Route.useParams()
  return id ? <RequestShow key={id} id={id} /> : <RequestList />
}

/** "Richieste GPL Card": a table, or a board by state. */
function RequestList() {
  const list = useListState(gplRequests.list)
  const { vista } = useParameters(requestsSearch)
  const dialog = useRecordDialog()
  const can = useCan()
  const navigate = useNavigate()
  const writes = can(gplRequests.create.policy)
  const add = writes && <NewButton onClick={() => dialog.show('nuovo')}>{words.fresh}</NewButton>
  const show = (next: string | undefined) =>
    void navigate({ to: '.', search: ((old: object) => ({ ...old, vista: next })) as never, ...IN_PLACE })
  const turn = (
    <Button variant="default" onClick={() => show(vista ? undefined : BOARD)}>
      {vista ? 'Elenco' : 'Lavagna'}
    </Button>
  )
  return (
    <Page
      title={words.title}
      count={useTotal(list)}
      action={
        <>
          {(Object.keys(applicants) as (keyof typeof applicants)[]).map((type) => (
            <DownloadButton key={type} source={gplModules.empty} input={{ type }}>
              {`Modulo ${applicants[type].toLowerCase()}`}
            </DownloadButton>
          ))}
          {add}
        </>
      }
    >
      {vista ? (
        <RequestBoard list={list} action={turn} />
      ) : (
        <PagedTable
          {...list}
          filters={filters as never}
          link={({ id }) => ({ to: '/richieste-carte-gpl/{-$id}', params: { id } })}
          layouts={turn}
          empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
          columns={{
            Numero: { show: (row) => row.number, sort: 'id', width: 10.5, title: true },
            Richiedente: { show: applicantOf, sort: 'lastname', wide: true, card: 'place' },
            Data: { show: ({ created_at }) => day(created_at), sort: 'created_at', width: 7, spare: 2, card: 'none' },
            Targa: { show: (row) => row.plate, sort: 'plate', width: 6, card: 'chip' },
            'Punto vendita': { show: stationNameOf, wide: true, spare: 1, card: 'foot' },
            Corso: {
              show: (row) => [courseOf(row), hasAttended(row) && 'frequentato'].filter(Boolean).join(', '),
              width: 9,
              card: 'foot',
              onCard: (row) => `corso ${courseOf(row)}`,
            },
            Stato: {
              show: (row) => <StatusChip {...requestChip(row)} />,
              text: (row) => requestChip(row).label,
              sort: 'status',
              width: 10,
              card: 'chip',
            },
          }}
        />
      )}
      {writes && dialog.subject && <CrudDialog resource={gplRequests} words={words} form={RequestForm} />}
    </Page>
  )
}
