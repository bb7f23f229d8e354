import { Anchor, Breadcrumbs, Group, Progress, Stack, Tabs, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { jobs } from '../../contract/jobs.ts'
import { count, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { JobActions } from './JobActions.tsx'
import { JobLog } from './JobLog.tsx'
import { JobRows } from './JobRows.tsx'
import { isMoving, JobStatusChip } from './JobStatusChip.tsx'

const LIVE_MS = 1_000

/** One job: how far it is, what may be done about it, its rows and its log; live as long as it runs. */
export function JobShow({ id }: { id: number }) {
  const {
    data: job,
    isError,
    refetch,
  } = useQuery({
    ...query(jobs.get, { id }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LIVE_MS : false),
  })
  useRowsOf(job && `${job.status} ${job.done} ${job.errors}`)
  const { scheda } = useSearch({ from: '/_signed/storico-job/{-$id}' })
  const navigate = useNavigate()
  const title = job?.name ?? 'Job'
  const breadcrumbs = (
    <Breadcrumbs>
      <Anchor renderRoot={(props) => <Link {...props} to="/storico-job/{-$id}" params={{ id: undefined }} />}>Storico job</Anchor>
      <Text aria-current="page">{title}</Text>
    </Breadcrumbs>
  )
  return (
    <Page title={title} breadcrumbs={breadcrumbs} action={job && <JobActions job={job} />}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!job && !isError && <LoadingRows />}
      {job && !isError && (
        <Stack>
          <Group gap="sm" role="status">
            <JobStatusChip status={job.status} />
            {job.items !== null && (
              <Text size="sm">
                Righe: {count(job.done)} di {count(job.items)} · Errori: {count(job.errors)}
              </Text>
            )}
          </Group>
          {isMoving(job) && <Progress value={job.items ? (job.done / job.items) * 100 : 0} animated aria-label="Avanzamento" />}
          <Text size="sm" c="dimmed">
            {job.description} · avviato da {job.user?.name ?? '–'} il {dayTime(job.created_at)}
            {job.ended_at && ` · finito il ${dayTime(job.ended_at)}`}
          </Text>
          <Tabs
            value={scheda === 'log' ? 'log' : 'righe'}
            keepMounted={false}
            onChange={(next) =>
              void navigate({
                ...{ to: '/storico-job/{-$id}', params: { id }, search: next === 'log' ? { scheda: 'log' } : {} },
                ...{ replace: true, resetScroll: false },
              })
            }
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="righe">Righe</Tabs.Tab>
              <Tabs.Tab value="log">Log</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="righe">
              <JobRows id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="log">
              <JobLog lines={job.log} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Page>
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
