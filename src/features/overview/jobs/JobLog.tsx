import { Text } from '@mantine/core'
import type * as v from 'valibot'
import { type jobs, LOG_SHOWN } from '../../../contract/kernel/jobs.ts'
import { dayTime } from '../../../lib/format.ts'

/** The events of the job as a whole, newest first. */
export function JobLog({ lines }: { lines: v.InferOutput<typeof jobs.get.output>['log'] }) {
  if (!lines.length) return <Text c="dimmed">Il log è vuoto: l’operazione non è ancora iniziata.</Text>
  return (
    <>
      {lines.map(({ id, at, text }) => (
        <Text key={id} size="sm" py={4} style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" mr="sm">
            {dayTime(at)}
          </Text>
          {text}
        </Text>
      ))}
      {lines.length >= LOG_SHOWN && <Text c="dimmed">Sono mostrate le ultime {LOG_SHOWN} righe del log.</Text>}
    </>
  )
}
