import { Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { jobs } from '../../../contract/kernel/jobs.ts'
import { RailFacts, RailPart, RailRelated, type Related } from '../../../crud/record/Rail.tsx'
import { listHere, RecordFrame, RecordGone } from '../../../crud/record/RecordFrame.tsx'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { count, dayTime } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { JobActions } from './JobActions.tsx'
import { JobLog } from './JobLog.tsx'
import { JobRows } from './JobRows.tsx'
import { isMoving, JobStatusChip } from './JobStatusChip.tsx'

const LIVE_MS = 1_000
const list = listHere('Storico job')

/** One job: how far it is, what may be done about it, its rows and its log; live as long as it runs. */
export function JobShow({ id }: { id: number }) {
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...query(jobs.get, { id }, true),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_MS : false),
  })
  useRowsOf(job && `${job.status} ${job.done} ${job.errors}`)
  if (error?.status === 404) return <RecordGone gone="Job non trovato" />
  return (
    <RecordFrame
      list={list}
      title="Job"
      name={job?.name}
      chip={
        job && (
          <span role="status">
            <JobStatusChip status={job.status} />
          </span>
        )
      }
      subtitle={job && `N. ${job.id} · ${job.description}`}
      action={job && <JobActions job={job} />}
      rail={job && <JobRail job={job} />}
    >
      {error && <ErrorState whole onRetry={() => void refetch()} />}
      {!job && !error && <LoadingRows />}
      {job && !error && (
        <Stack>
          {job.items !== null && (
            <Text size="sm" role="status">
              Righe: {count(job.done)} di {count(job.items)} · Errori: {count(job.errors)}
            </Text>
          )}
          {isMoving(job) && <Progress value={job.items ? (job.done / job.items) * 100 : 0} animated aria-label="Avanzamento" />}
          <RecordTabs
            tabs={{ righe: { label: 'Righe', show: <JobRows id={id} /> }, log: { label: 'Log', show: <JobLog lines={job.log} /> } }}
          />
        </Stack>
      )}
    </RecordFrame>
  )
}

const JobRail = ({ job }: { job: Output<typeof jobs.get> }) => (
  <>
    <RailPart title="Chi e quando">
      <RailFacts
        facts={{
          'Avviato da': job.user?.name ?? '–',
          Il: dayTime(job.created_at),
          Iniziato: dayTime(job.started_at),
          Finito: dayTime(job.ended_at),
        }}
      />
    </RailPart>
    <Linked job={job} />
  </>
)
/** The rows that failed, the undo of the job with the rows it left, and the job that is undone. */
function Linked({ job: { errors, undone_by, undoes } }: { job: Output<typeof jobs.get> }) {
  const failed = { search: { outcome: ['errore'] } as never }
  const to = '/storico-job/{-$id}'
  const items: Related[] = []
  if (errors) items.push({ label: 'Righe con errori', count: errors, link: { to: '.', ...failed, state: true } })
  if (undone_by) items.push({ label: 'Ripristino', link: { to, params: { id: undone_by.id } } })
  if (undone_by?.errors)
    items.push({ label: 'Righe non ripristinate', count: undone_by.errors, link: { to, params: { id: undone_by.id }, ...failed } })
  if (undoes) items.push({ label: 'Operazione ripristinata', link: { to, params: { id: undoes } } })
  return (
    items.length > 0 && (
      <RailPart title="Collegati">
        <RailRelated items={items} />
      </RailPart>
    )
  )
}

/** Fetches the rows that are shown again whenever the job has come further. */
function useRowsOf(state: string | undefined) {
  const queryClient = useQueryClient()
  const last = useRef(state)
  useEffect(() => {
    if (last.current !== undefined && last.current !== state) void queryClient.invalidateQueries({ queryKey: ['jobs', jobs.rows.name] })
    last.current = state
  }, [state, queryClient])
}
