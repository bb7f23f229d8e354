import { type Job, type JobStatus, jobStatuses } from '../../../contract/kernel/jobs.ts'
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx'

const tones: Record<JobStatus, Tone> = {
  in_coda: 'wait',
  in_corso: 'info',
  completato: 'ok',
  completato_con_errori: 'error',
  fermato: 'neutral',
  fallito: 'error',
  annullato: 'neutral',
  annullato_in_parte: 'wait',
}
export const JobStatusChip = ({ status }: Pick<Job, 'status'>) => <StatusChip tone={tones[status]} label={jobStatuses[status]} />
/** It will change by itself. */
export const isMoving = ({ status }: Pick<Job, 'status'>) => status === 'in_coda' || status === 'in_corso'
