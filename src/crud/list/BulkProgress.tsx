import { ActionIcon, Anchor, Button, Group, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { type Job, type JobRecord, jobs } from '../../contract/kernel/jobs.ts'
import { count } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { IconX } from '../../ui/icons.tsx'
import classes from './BulkBar.module.css'

const LIVE_MS = 1_000
const isRunning = (status: string | undefined) => status === 'in_coda' || status === 'in_corso'

/** `3 di 12` while it runs; at the end `10 riuscite, 2 non riuscite`. */
export function progressOf({ items, done, errors }: Pick<Job, 'items' | 'done' | 'errors'>, over: boolean): string {
  if (items === null) return 'In coda…'
  const fine = done - errors
  const failed = errors && (errors === 1 ? 'una non riuscita' : `${count(errors)} non riuscite`)
  if (!over) return `${count(done)} di ${count(items)}${failed ? `, ${failed}` : ''}`
  const rows = fine === 0 ? 'nessuna riuscita' : fine === 1 ? 'una riuscita' : `${count(fine)} riuscite`
  return failed ? `${rows}, ${failed}` : rows
}

interface BulkProgressProps {
  job: number
  /** Resource whose lists show the effect. */
  resource: string
  /** The progress in words, where the rows are not called by the general ones. */
  words?: (job: JobRecord, over: boolean) => string
  /** Follow another job: the undo of this one. */
  onJob: (id: number | undefined) => void
}

/** Progress of the job started from a list, and its undo. */
export function BulkProgress({ job: id, resource, words = progressOf, onJob }: BulkProgressProps) {
  const client = useQueryClient()
  const { data: job, error } = useQuery({
    ...query(jobs.get, { id }, true),
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data.status) ? LIVE_MS : false),
  })
  // One that is no longer known (old jobs are deleted) is forgotten: it is not the record of this page.
  const forget = useEffectEvent(() => onJob(undefined))
  useEffect(() => void (error?.status === 404 && forget()), [error])
  const undo = useSend(jobs.undo)
  const [done, over] = [job?.done ?? 0, !!job && !isRunning(job.status)]
  // The list shows what the job has done so far.
  useEffect(() => {
    if (done || over) void client.invalidateQueries({ queryKey: [resource] })
  }, [done, over, client, resource])
  return (
    <Group gap="sm" className={classes.bar} role="group" aria-label="Operazione in blocco">
      <Text role="status">{job ? `${job.description}: ${words(job, over)}` : 'In coda…'}</Text>
      {!over && (
        <Progress className={classes.progress} value={job?.items ? (done / job.items) * 100 : 0} animated aria-label="Avanzamento" />
      )}
      <Group gap="xs" className={classes.end}>
        <Anchor renderRoot={(props) => <Link {...props} to="/storico-job/{-$id}" params={{ id }} />}>Dettagli</Anchor>
        {job?.undoable && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ id }, { onSuccess: (started) => onJob(started.id) })}
          >
            Ripristina
          </Button>
        )}
        <ActionIcon variant="subtle" size="input-sm" aria-label="Chiudi" onClick={() => onJob(undefined)}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
    </Group>
  )
}
