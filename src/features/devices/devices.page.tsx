import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type Device, devices } from '../../contract/devices.ts'
import { yesNo } from '../../crud/filters.tsx'
import { useListState } from '../../crud/list-search.ts'
import { PagedTable } from '../../crud/PagedTable.tsx'
import { useTotal } from '../../crud/use-rows.ts'
import { guard } from '../../lib/access.ts'
import { age, bytes, dayTime } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { agentName } from '../../rules/agent.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import type { DeviceSearch } from './device-search.ts'

export const Route = createFileRoute('/_signed/dispositivi')({
  validateSearch: (raw: object) => raw as DeviceSearch,
  beforeLoad: guard('super'),
  component: DevicesPage,
})

const ago = (at: string) => age(Math.max(0, Date.now() - Date.parse(at)))
const storage = ({ persistent, usage, quota }: Device) =>
  `${persistent ? 'Protetti' : 'Non protetti'}${usage === null ? '' : ` · ${bytes(usage)}${quota ? ` di ${bytes(quota)}` : ''}`}`

/** What each device last said of itself: who has work that the office has not got yet, and for how long (outbox.md 2.15). */
function DevicesPage() {
  const { data } = useQuery(query(devices.list, { silent: true, per_page: 5 }))
  const list = useListState(devices.list)
  return (
    <Page title="Dispositivi" count={useTotal(list)}>
      <Stack>
        {!!data?.total && (
          <Alert color="red">
            {data.total === 1 ? 'Un dispositivo ha' : `${data.total} dispositivi hanno`} lavoro non inviato e non si{' '}
            {data.total === 1 ? 'fa sentire' : 'fanno sentire'} da più di 24 ore: chiedere di collegarlo alla rete, oppure importare il suo
            ZIP dalle verifiche.
          </Alert>
        )}
        <PagedTable
          {...list}
          columns={{
            Persona: { show: (row) => row.user.name, sort: 'user' },
            Dispositivo: (row) => agentName(row.agent),
            Stato: (row) =>
              row.silent ? (
                <StatusChip tone="error" label="Muto con lavoro non inviato" />
              ) : row.unsent ? (
                <StatusChip tone="wait" label="Da inviare" />
              ) : (
                <StatusChip tone="ok" label="Tutto inviato" />
              ),
            'Ultimo contatto': { show: (row) => `${dayTime(row.last_contact)} (${ago(row.last_contact)} fa)`, sort: 'last_contact' },
            'Non inviati': { show: (row) => row.unsent, sort: 'unsent', numeric: true },
            'Il più vecchio': { show: (row) => (row.oldest_at ? `${ago(row.oldest_at)} fa` : '–'), sort: 'oldest_at' },
            'Dati sul dispositivo': storage,
            Versione: (row) => <Text size="sm">{row.app_version}</Text>,
          }}
          filters={{ silent: yesNo('Muti con lavoro non inviato') }}
          empty={<EmptyState message="Qui compaiono i dispositivi che usano l’app, dal loro primo collegamento." />}
        />
      </Stack>
    </Page>
  )
}
