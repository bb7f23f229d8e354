import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { cardPapers, PRINT_JOB } from '../../../contract/cards/papers.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { exporting } from '../../../contract/kernel/exporting.ts'
import { jobs } from '../../../contract/kernel/jobs.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { notify } from '../../../lib/notify.ts'
import { useSend } from '../../../lib/query.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconArrowBackUp, IconRefresh, IconX } from '../../../ui/icons.tsx'
import { isMoving } from './JobStatusChip.tsx'

/** The actions on a job: stop it while it runs, try failed or skipped rows again, or undo its changes. */
export function JobActions({ job }: { job: Output<typeof jobs.get> }) {
  const { id, status } = job
  const me = useMe()
  const cancel = useSend(jobs.cancel)
  const retry = useSend(jobs.retry)
  const undo = useSend(jobs.undo)
  const revert = useSend(jobs.revert)
  const can = useCan()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const stop = async () => {
    const message = 'L’operazione si ferma dopo le righe in corso. Quello che è già fatto resta.'
    if (await confirm({ title: 'Fermare l’operazione?', message, confirm: 'Ferma' })) cancel.mutate({ id })
  }
  const back = async () => {
    const message =
      'Quello che l’operazione ha cambiato torna come prima, quello che ha creato viene eliminato. Quello che è stato aggiornato dopo resta com’è, ed è detto riga per riga.'
    if (!(await confirm({ title: 'Ripristinare?', message, confirm: 'Ripristina' }))) return
    const show = (job: number) => void navigate({ to: '/storico-job/{-$id}', params: { id: job } })
    if (!can('super')) return undo.mutate({ id }, { onSuccess: (started) => show(started.id) })
    revert.mutate(
      { id },
      {
        onSuccess: ({ data, result }) => {
          notify.success(result)
          show(data.job.id)
        },
      },
    )
  }
  if (isMoving(job))
    return (
      <Button variant="default" leftSection={<IconX />} loading={cancel.isPending} onClick={() => void stop()}>
        Annulla
      </Button>
    )
  return (
    <>
      {job.file && job.user?.id === me.id && (
        <DownloadButton source={job.type === PRINT_JOB ? cardPapers.file : exporting.file} input={{ id }}>
          Scarica
        </DownloadButton>
      )}
      {job.has_sheet && (
        <DownloadButton source={jobs.sheet} input={{ id }}>
          Scarica le righe con errori
        </DownloadButton>
      )}
      {job.undoable && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp />}
          loading={undo.isPending || revert.isPending}
          onClick={() => void back()}
        >
          Ripristina
        </Button>
      )}
      {job.retriable && status !== 'completato' && !status.startsWith('annullato') && (
        <Button leftSection={<IconRefresh />} loading={retry.isPending} onClick={() => retry.mutate({ id })}>
          {status === 'completato_con_errori' ? 'Riprova le righe fallite' : 'Riprendi'}
        </Button>
      )}
    </>
  )
}
