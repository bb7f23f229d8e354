import { Button } from '@mantine/core'
import { type Job, jobs } from '../../contract/jobs.ts'
import { useSend } from '../../lib/query.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconRefresh, IconX } from '../../ui/icons.tsx'
import { isMoving } from './JobStatusChip.tsx'

/** What a person may do about a job: stop it while it runs, then have done what was not, or not well. */
export function JobActions({ job }: { job: Job }) {
  const { id, status } = job
  const cancel = useSend(jobs.cancel)
  const retry = useSend(jobs.retry)
  const confirm = useConfirm()
  const stop = async () => {
    const message = 'Il job si ferma dopo le righe in corso. Quello che è già fatto resta.'
    if (await confirm({ title: 'Fermare il job?', message, confirm: 'Ferma' })) cancel.mutate({ id })
  }
  if (isMoving(job))
    return (
      <Button variant="default" leftSection={<IconX />} loading={cancel.isPending} onClick={() => void stop()}>
        Annulla
      </Button>
    )
  if (status === 'completato') return null
  return (
    <Button leftSection={<IconRefresh />} loading={retry.isPending} onClick={() => retry.mutate({ id })}>
      {status === 'completato_con_errori' ? 'Riprova le righe fallite' : 'Riprendi'}
    </Button>
  )
}
