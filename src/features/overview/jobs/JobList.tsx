import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { JOBS_SHOWN, type Job, jobs } from '../../../contract/kernel/jobs.ts'
import { columnsOf, rowName } from '../../../crud/list/columns.ts'
import { RowCards } from '../../../crud/list/RowCards.tsx'
import { RowTable } from '../../../crud/list/RowTable.tsx'
import { useOpenedRow } from '../../../crud/record/origin-list.ts'
import { count, dayTime } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconGasStation } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { isMoving, JobStatusChip } from './JobStatusChip.tsx'

const LIVE_MS = 2_000
const nowhere = () => undefined
const link = ({ id }: Job) => ({ to: '/storico-job/{-$id}', params: { id } }) as const
const none: readonly Job[] = []
const columns = columnsOf<Job>({
  Tipo: (job) => job.name,
  Data: { show: (job) => dayTime(job.created_at), width: 8.5 },
  Descrizione: { show: (job) => job.description, wide: true },
  Elementi: { show: (job) => (job.items === null ? '–' : `${count(job.done)} di ${count(job.items)}`), numeric: true, width: 7 },
  Errori: { show: (job) => count(job.errors), numeric: true, width: 5 },
  Stato: { show: (job) => <JobStatusChip status={job.status} />, width: 14 },
  Operatore: (job) => job.user?.name ?? '–',
})

/** Finished and running jobs; the list is live while a job runs. */
export function JobList() {
  const phone = usePhone()
  const admin = useCan()('super')
  const { data, isError, refetch } = useQuery({
    ...query(admin ? jobs.list : jobs.own, {}),
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? LIVE_MS : false),
  })
  const box = useRef<HTMLDivElement>(null)
  const opening = useOpenedRow(box, !!data?.length, data ?? none, link, (job) => rowName(job, columns))
  const rows = { rows: data ?? none, columns, link, actions: undefined, busy: false, ...opening }
  const start = admin && <StartPrices />
  return (
    <Page title="Storico job" action={start}>
      {isError ? (
        <ErrorState whole onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingRows />
      ) : !data.length ? (
        <EmptyState message="Qui compaiono i lavori che durano a lungo, dal primo in poi." />
      ) : (
        <Stack ref={box}>
          {phone ? <RowCards {...rows} /> : <RowTable {...rows} sort={[]} onSort={nowhere} />}
          {data.length >= JOBS_SHOWN && <Text c="dimmed">Sono mostrati gli ultimi {JOBS_SHOWN} job.</Text>}
        </Stack>
      )}
    </Page>
  )
}

function StartPrices() {
  const { mutate, isPending } = useSend(jobs.mimitPrices)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const ask = async () => {
    const yes = await confirm({
      title: 'Prezzi MIMIT a listino',
      message: 'I prezzi comunicati al MIMIT più recenti di quelli a listino diventano il listino dei punti vendita.',
      confirm: 'Avvia',
    })
    if (yes) mutate({}, { onSuccess: ({ id }) => void navigate({ to: '/storico-job/{-$id}', params: { id } }) })
  }
  return (
    <Button leftSection={<IconGasStation />} loading={isPending} onClick={() => void ask()}>
      Prezzi MIMIT a listino
    </Button>
  )
}
