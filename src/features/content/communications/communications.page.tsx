import { createFileRoute } from '@tanstack/react-router'
import { type CommunicationRow, communicationStatuses, controls, messages, priorities } from '../../../contract/content/communications.ts'
import { RecordDialog } from '../../../crud/form/RecordDialog.tsx'
import { useRecordDialog } from '../../../crud/form/record-dialog.ts'
import type { Columns } from '../../../crud/list/columns.ts'
import type { CrudSearch } from '../../../crud/list/crud-route.ts'
import { anyOf } from '../../../crud/list/filters.tsx'
import { useListState } from '../../../crud/list/list-search.ts'
import { NewButton } from '../../../crud/list/NewButton.tsx'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { period } from '../../../crud/list/period.tsx'
import { RecordTabs } from '../../../crud/record/RecordTabs.tsx'
import { guard } from '../../../lib/access.ts'
import { dayTime } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconSpeakerphone } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

const CommunicationForm = part(() => import('./CommunicationForm.tsx').then((m) => m.CommunicationForm))

export const Route = createFileRoute('/_signed/comunicazioni/')({
  validateSearch: (raw: object) => raw as CrudSearch<typeof messages.list>,
  beforeLoad: guard('comm.write'),
  component: CommunicationsPage,
})

/** "Comunicazioni": for those who send them. */
function CommunicationsPage() {
  const navigate = Route.useNavigate()
  const { scheda } = Route.useSearch()
  const dialog = useRecordDialog()
  const type = scheda === 'controllo' ? 2 : 1
  const add = (
    <NewButton onClick={() => dialog.show('nuovo')}>{type === 2 ? 'Nuova comunicazione di controllo' : 'Nuovo messaggio'}</NewButton>
  )
  return (
    <Page title="Comunicazioni" action={add}>
      <RecordTabs
        tabs={{
          messaggi: { label: 'Messaggi', show: <CommunicationList source={messages} type={1} /> },
          controllo: {
            label: 'Comunicazioni di controllo',
            show: <CommunicationList source={controls as unknown as typeof messages} type={2} />,
          },
        }}
      />
      {dialog.subject === 'nuovo' && (
        <RecordDialog fresh={type === 2 ? 'Nuova comunicazione di controllo' : 'Nuovo messaggio'}>
          {(_, close) => (
            <CommunicationForm
              type={type}
              record={undefined}
              onCancel={close}
              onDone={({ id }) => void navigate({ to: '/comunicazioni/$id', params: { id: String(id) }, search: { type }, replace: true })}
            />
          )}
        </RecordDialog>
      )}
    </Page>
  )
}

const tones = { draft: 'neutral', scheduled: 'wait', sent: 'ok' } as const
const share = (done: number, all: number) => `${done} / ${all}`
function CommunicationList({ source, type }: { source: typeof messages; type: 1 | 2 }) {
  const list = useListState(source.list)
  const columns: Columns<CommunicationRow> = {
    Oggetto: { show: (row) => row.subject, sort: 'subject', wide: true },
    Data: { show: (row) => dayTime(row.sent_at ?? row.send_at) || '–', sort: 'sent_at', width: 9 },
    Stato: {
      show: (row) => <StatusChip tone={tones[row.status]} label={communicationStatuses[row.status]} />,
      text: (row) => communicationStatuses[row.status],
      sort: 'status',
      width: 9,
    },
    Mittente: { show: (row) => row.sender?.name ?? '–', spare: 2 },
    Destinatari: { show: (row) => row.counts?.recipients ?? '–', numeric: true },
    Letti: { show: (row) => (row.counts ? share(row.counts.read, row.counts.recipients) : '–'), numeric: true },
    ...(type === 2 && {
      'Presa visione': {
        show: (row: CommunicationRow) => (row.counts ? share(row.counts.ack, row.counts.recipients) : '–'),
        numeric: true,
      },
    }),
    Allegati: { show: (row) => row.files_count, numeric: true, spare: 1 },
    Priorità: { show: (row) => priorities[row.priority], sort: 'priority', width: 6, spare: 3 },
  }
  return (
    <PagedTable
      {...list}
      columns={columns}
      filters={{ status: anyOf('Stato', communicationStatuses), from: period('Inviata', 'to') }}
      link={(row) => ({ to: '/comunicazioni/$id', params: { id: String(row.id) }, search: { type } })}
      empty={<EmptyState icon={IconSpeakerphone} message={type === 2 ? 'Nessuna comunicazione di controllo.' : 'Nessun messaggio.'} />}
    />
  )
}
