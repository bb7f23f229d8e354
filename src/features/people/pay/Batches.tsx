import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { payStates } from '../../../contract/people/pay-words.ts'
import type { PayBatch } from '../../../contract/people/payrolls.ts'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useSend } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconUpload } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { batchTone, periodsOf, usePayArea } from './pay-area.ts'
import { UploadDialog } from './UploadDialog.tsx'

/** "6 di 7 pubblicati · 1 da sistemare" */
const said = ({ documents, published, open, skipped }: PayBatch) =>
  [`${published} di ${documents} pubblicati`, open && `${open} da sistemare`, skipped && `${skipped} già presenti`]
    .filter(Boolean)
    .join(' · ')

/** The uploads, newest first. */
export function Batches() {
  const { calls, command, kind } = usePayArea()
  const take = useSend(command)
  const [uploading, setUploading] = useState(false)
  const navigate = useNavigate()
  const show = (id: number) => void navigate({ to: '.', search: { scheda: 'gestione', id } as never })
  const add = (
    <>
      <Button
        variant="default"
        loading={take.isPending}
        onClick={() => take.mutate({}, { onSuccess: ({ batch, message }) => (batch ? show(batch) : notify.info(message)) })}
      >
        Dalla cartella di scambio
      </Button>
      <Button leftSection={<IconUpload />} onClick={() => setUploading(true)}>
        Carica file
      </Button>
    </>
  )
  return (
    <>
      <PagedTable
        {...useListState(calls.batches)}
        action={add}
        link={({ id }) => ({ to: '.', search: { scheda: 'gestione', id } as never })}
        columns={{
          Caricato: { show: (row) => dayTime(row.created_at), width: 9.5, title: true },
          Periodo: { show: (row) => periodsOf(kind, row) || '–', width: 9.5 },
          Stato: {
            show: (row) => <StatusChip tone={batchTone(row.state)} label={payStates[row.state]} />,
            text: (row) => payStates[row.state],
            width: 10,
          },
          Documenti: { show: said, wide: true },
          Scaricati: { show: (row) => (row.published ? `${row.downloaded} di ${row.published}` : '–'), spare: 1 },
          Operatore: { show: (row) => row.author?.name ?? 'Cartella di scambio', spare: 4 },
        }}
        empty={<EmptyState icon={IconUpload} message="Nessun caricamento." action={add} />}
      />
      {uploading && <UploadDialog onClose={() => setUploading(false)} onDone={show} />}
    </>
  )
}
