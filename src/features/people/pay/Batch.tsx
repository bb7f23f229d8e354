import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { payProblems, payStates } from '../../../contract/people/pay-words.ts'
import type { BatchDocument, PayBatch } from '../../../contract/people/payrolls.ts'
import { yesNo } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useDelete } from '../../../crud/record/delete.ts'
import { dayTime } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { payPeriod } from '../../../rules/people/payslips.ts'
import { howMany } from '../../../rules/shared/how-many.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconDownload, IconFile, IconPencil, IconTrash } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { batchTone, periodsOf, usePayArea } from './pay-area.ts'
import { useOpenDocument, useRetract } from './use-open-document.ts'

const documentsOf = (count: number) => (count === 1 ? '1 documento' : `${count} documenti`)
const reasonOf = ({ problem }: BatchDocument) => (problem ? payProblems[problem].text : '–')
const documentStatus = ({ problem, published_at, user }: BatchDocument) =>
  problem
    ? ({ tone: 'error', label: 'Da sistemare' } as const)
    : published_at
      ? ({ tone: 'ok', label: 'Pubblicato' } as const)
      : user
        ? ({ tone: 'wait', label: 'Abbinato' } as const)
        : ({ tone: 'info', label: 'Da abbinare' } as const)

/** One upload: what was found, what has to be fixed, and its publication as a whole. */
export function Batch({ id }: { id: number }) {
  const { calls, kind } = usePayArea()
  const {
    data: batch,
    isError,
    refetch,
  } = useQuery({
    ...query(calls.batch, { id }, true),
    // While the files are read the figures follow; the documents are listed once all are there.
    refetchInterval: ({ state }) => (state.data && state.data.state === 'lettura' ? 1_500 : false),
  })
  const [fixing, setFixing] = useState<BatchDocument>()
  const open = useOpenDocument()
  const retract = useRetract()
  const drop = useDelete(calls.drop, 'il documento')
  const list = useListState(calls.documents)
  if (isError && !batch) return <ErrorState onRetry={() => void refetch()} />
  if (!batch) return <LoadingRows rows={4} />
  return (
    <Stack>
      <Anchor component={Link} to="." search={{ scheda: 'gestione' } as never}>
        Tutti i caricamenti
      </Anchor>
      <Head batch={batch} />
      {batch.state !== 'lettura' && (
        <PagedTable
          {...list}
          given={{ id }}
          filters={{ open: yesNo('Da sistemare') }}
          actions={(row) => [
            ...(!row.published_at && (!row.problem || payProblems[row.problem].fixable)
              ? [{ label: row.problem ? 'Sistema' : 'Cambia abbinamento', icon: IconPencil, onSelect: () => setFixing(row) }]
              : []),
            { label: 'Scarica', icon: IconDownload, onSelect: () => open.mutate({ id: row.id }) },
            ...(row.published_at
              ? [retract(row.id, row.user?.name, !!row.first_downloaded_at)]
              : [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => drop({ id: row.id }, row.source) }]),
          ]}
          columns={{
            Dipendente: { show: (row) => row.user?.name ?? '–', sort: 'user', wide: true, title: true },
            Stato: { show: (row) => <StatusChip {...documentStatus(row)} />, text: (row) => documentStatus(row).label, width: 9 },
            Periodo: { show: (row) => payPeriod(kind, row), width: 9.5 },
            Motivo: {
              // Whole, on more lines where it must be: what is to be done is at its end.
              show: (row) => <span style={{ whiteSpace: 'normal' }}>{reasonOf(row)}</span>,
              text: reasonOf,
              sort: 'problem',
              wide: true,
            },
            'Codice fiscale': { show: (row) => row.fiscalCode ?? '–', width: 10.5, spare: 1 },
            File: { show: (row) => row.source, sort: 'source', spare: 2, wide: true },
          }}
          empty={
            <EmptyState
              icon={IconFile}
              message={batch.skipped ? 'Tutti i documenti di questi file erano già presenti.' : 'Nessun documento.'}
            />
          }
        />
      )}
      {fixing && <AssignDialog document={fixing} onClose={() => setFixing(undefined)} />}
    </Stack>
  )
}

/** So many files are named whose documents were there already. */
const NAMED = 20
function Head({ batch }: { batch: PayBatch }) {
  const { calls, kind } = usePayArea()
  const { id, state, ready, open, published, downloaded, skipped, skipped_names, documents } = batch
  const publish = useSend(calls.publish)
  const withdraw = useSend(calls.withdraw)
  const discard = useDelete(calls.discard, 'il caricamento')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const askPublish = async () => {
    const left = open ? ` ${open === 1 ? 'Un documento da sistemare resta' : `${open} documenti da sistemare restano`} fuori.` : ''
    const message = `${documentsOf(ready)}: ogni dipendente vedrà il suo e riceverà un avviso.${left}`
    if (await confirm({ title: 'Pubblica', message, confirm: 'Pubblica' })) publish.mutate({ id })
  }
  const askWithdraw = async () => {
    const seen = downloaded
      ? ` ${downloaded === 1 ? '1 è già stato scaricato' : `${downloaded} sono già stati scaricati`} da chi li ha ricevuti.`
      : ''
    const message = `${documentsOf(published)} non si ${published === 1 ? 'vedrà più, e il suo avviso viene tolto' : 'vedranno più, e i loro avvisi vengono tolti'}.${seen}`
    if (await confirm({ title: 'Ritira la pubblicazione', message, confirm: 'Ritira', cancel: 'Chiudi', danger: true }))
      withdraw.mutate({ id })
  }
  const periods = periodsOf(kind, batch)
  const facts = [
    `${documentsOf(documents)} da ${batch.sources === 1 ? '1 file' : `${batch.sources} file`}`,
    ready ? `${ready} da pubblicare` : '',
    open ? `${open} da sistemare` : '',
    published ? `${howMany(published, 'pubblicato', 'pubblicati')}, ${howMany(downloaded, 'scaricato', 'scaricati')}` : '',
    skipped ? `${skipped} già presenti` : '',
  ]
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <div>
          <Group gap="xs">
            <Text fw={600}>{`Caricamento del ${dayTime(batch.created_at)}${periods && `: ${periods}`}`}</Text>
            <StatusChip tone={batchTone(state)} label={payStates[state]} />
          </Group>
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(' · ')}
          </Text>
          {skipped_names.length > 0 && (
            <Text size="sm" c="dimmed">
              {`Documenti già presenti nei file: ${skipped_names.slice(0, NAMED).join(', ')}${skipped_names.length > NAMED ? ' e altri' : ''}.`}
            </Text>
          )}
        </div>
        <Group>
          {!published && (
            <Button
              variant="default"
              onClick={() =>
                void discard({ id }, `del ${dayTime(batch.created_at)}`).then((gone) => {
                  if (gone) void navigate({ to: '.', search: { scheda: 'gestione' } as never })
                })
              }
            >
              Elimina
            </Button>
          )}
          {published > 0 && (
            <Button variant="default" loading={withdraw.isPending} onClick={() => void askWithdraw()}>
              Ritira la pubblicazione
            </Button>
          )}
          {ready > 0 && state !== 'lettura' && (
            <Button loading={publish.isPending} onClick={() => void askPublish()}>
              Pubblica {documentsOf(ready)}
            </Button>
          )}
        </Group>
      </Group>
      {state === 'lettura' && (
        <Alert color="petrol" role="status">
          <Text size="sm">
            Lettura dei file: {batch.read} di {batch.sources}.
          </Text>
          <Progress value={(100 * batch.read) / batch.sources} mt="xs" aria-label="Lettura dei file" />
        </Alert>
      )}
    </Stack>
  )
}
