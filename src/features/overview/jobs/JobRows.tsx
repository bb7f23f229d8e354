import { type JobOutcome, jobOutcomes, jobs } from '../../../contract/kernel/jobs.ts'
import { anyOf } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { dayTime } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StatusChip, type Tone } from '../../../ui/StatusChip.tsx'

const tones: Record<JobOutcome, Tone> = { errore: 'error', attesa: 'wait', fatto: 'ok', invariato: 'neutral' }

/** The outcome of each row; the server puts failed rows first. */
export function JobRows({ id }: { id: number }) {
  return (
    <PagedTable
      {...useListState(jobs.rows)}
      given={{ id }}
      columns={{
        Riga: { show: (row) => row.label, sort: 'label', wide: true },
        Esito: { show: (row) => <StatusChip tone={tones[row.outcome]} label={jobOutcomes[row.outcome]} />, sort: 'outcome' },
        // A reason that is cut says nothing.
        Dettaglio: { show: (row) => <span className="preline">{row.message ?? '–'}</span>, text: (row) => row.message ?? '', wide: true },
        Ora: { show: (row) => dayTime(row.at) || '–', sort: 'at', width: 10 },
      }}
      filters={{ outcome: anyOf('Esito', jobOutcomes) as never }}
      empty={<EmptyState message="L’operazione non ha righe: non c’era nulla da fare, o non è ancora iniziata." />}
    />
  )
}
