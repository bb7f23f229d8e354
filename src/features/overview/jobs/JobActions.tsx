import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { exporting } from '../../../contract/kernel/exporting.ts'
import { type Job, jobs } from '../../../contract/kernel/jobs.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { useSend } from '../../../lib/query.ts'
import { useMe } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconArrowBackUp, IconRefresh, IconX } from '../../../ui/icons.tsx'
import { isMoving } from './JobStatusChip.tsx'

/** The actions on a job: stop it while it runs, try failed or skipped rows again, or undo its changes. */
export function JobActions({ job }: { job: Job }) {
  const { id, status } = job
  const me = useMe()
  const cancel = useSend(jobs.cancel)
  const retry = useSend(jobs.retry)
  const undo = useSend(jobs.undo)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const stop = async () => {
    const message = 'Il job si ferma dopo le righe in corso. Quello che è già fatto resta.'
    if (await confirm({ title: 'Fermare il job?', message, confirm: 'Ferma' })) cancel.mutate({ id })
  }
  const back = async () => {
    const message =
      'Quello che il job ha cambiato torna come prima. Quello che è stato aggiornato dopo resta com’è, ed è detto riga per riga.'
    if (await confirm({ title: 'Ripristinare?', message, confirm: 'Ripristina' }))
      undo.mutate({ id }, { onSuccess: (started) => void navigate({ to: '/storico-job/{-$id}', params: { id: started.id } }) })
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
        <DownloadButton source={exporting.file} input={{ id }}>
          Scarica
        </DownloadButton>
      )}
      {job.undoable && (
        <Button variant="default" leftSection={<IconArrowBackUp />} loading={undo.isPending} onClick={() => void back()}>
          Ripristina
        </Button>
      )}
      {status !== 'completato' && status !== 'annullato' && (
        <Button leftSection={<IconRefresh />} loading={retry.isPending} onClick={() => retry.mutate({ id })}>
          {status === 'completato_con_errori' ? 'Riprova le righe fallite' : 'Riprendi'}
        </Button>
      )}
    </>
  )
}
