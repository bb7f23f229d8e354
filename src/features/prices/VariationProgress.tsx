import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type JobRecord, jobs } from '../../contract/kernel/jobs.ts'
import { BulkProgress, progressOf } from '../../crud/list/BulkProgress.tsx'
import { count } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { others } from '../../rules/shared/how-many.ts'

const SHOWN = 10

/** The end of a variation in words; its undo is a job like any other. */
function wordsOf(job: JobRecord, over: boolean): string {
  if (!over || job.type !== 'variazione_prezzi') return progressOf(job, over)
  const word = job.valid_from ? 'programmati' : 'pubblicati'
  return job.errors ? `${word} in ${count(job.done - job.errors)}, non ${word} in ${count(job.errors)}` : `prezzi ${word}`
}

interface VariationProgressProps {
  job: number
  onJob: (id: number | undefined) => void
}
/** Progress of a variation, the refused stations with the reason, and a button that retries only those. */
export function VariationProgress({ job, onJob }: VariationProgressProps) {
  const { data } = useQuery(query(jobs.get, { id: job }, true))
  const retry = useSend(jobs.retry)
  const errors = data?.errors ?? 0
  const over = !!data && data.status !== 'in_coda' && data.status !== 'in_corso'
  // A result without faults was seen once the person has left the page.
  const seen = over && errors === 0
  const forget = useEffectEvent((of: number) => {
    // Its undo is followed next: that is no leaving.
    if (of === job) onJob(undefined)
  })
  useEffect(() => () => void (seen && forget(job)), [seen, job])
  const failed = useQuery({ ...query(jobs.rows, { id: job, outcome: ['errore'], per_page: SHOWN }, true), enabled: over && errors > 0 })
  return (
    <Stack gap="xs">
      <BulkProgress key={job} job={job} resource="prices" words={wordsOf} onJob={onJob} />
      {over && errors > 0 && (
        <>
          {failed.data?.data.map(({ id, label, message }) => (
            <Text key={id} size="sm" c="red">
              {label}: {message}
            </Text>
          ))}
          <Group gap="xs">
            {errors > SHOWN && <Text size="sm">e {others(errors - SHOWN)}: nei dettagli.</Text>}
            <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate({ id: job })}>
              Riprova {errors === 1 ? 'un punto vendita' : `${count(errors)} punti vendita`}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
