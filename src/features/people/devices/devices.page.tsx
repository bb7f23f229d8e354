import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type Device, devices } from '../../../contract/people/devices.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { yesNo } from '../../../crud/list/filters.tsx'
import { listLoader } from '../../../crud/list/list-loader.ts'
import { useListState } from '../../../crud/list/list-search.ts'
import { PagedTable } from '../../../crud/list/PagedTable.tsx'
import { useTotal } from '../../../crud/list/use-rows.ts'
import { age, bytes, dayTime } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { deviceName } from '../../../rules/shared/user-agent.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkAnchor, LinkButton } from '../../../ui/links.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

export const Route = createFileRoute('/_signed/dispositivi')({
  ...listRoute<typeof devices.list>('super'),
  loader: listLoader(devices.list),
  component: DevicesPage,
})

const ago = (at: string) => age(Math.max(0, Date.now() - Date.parse(at)))
const storage = ({ persistent, usage, quota }: Device) =>
  `${persistent ? 'Protetti' : 'Non protetti'}${usage === null ? '' : ` · ${bytes(usage)}${quota ? ` di ${bytes(quota)}` : ''}`}`

const deviceStatus = ({ silent, unsent, stuck }: Device) => {
  if (silent) return { tone: 'error', label: 'Non raggiungibile, da inviare' } as const
  if (stuck) return { tone: 'error', label: `${stuck} da correggere` } as const
  return unsent ? ({ tone: 'wait', label: 'Da inviare' } as const) : ({ tone: 'ok', label: 'Tutto inviato' } as const)
}

/** The last report of each device: people with unsent work, and since when. */
function DevicesPage() {
  const { data } = useQuery(query(devices.list, { silent: true, per_page: 5 }))
  const list = useListState(devices.list)
  return (
    <Page
      title="Dispositivi"
      count={useTotal(list)}
      action={
        <LinkButton to="/verifiche" search={{ nuova: 'importa' }} variant="default">
          Importa ZIP di un dispositivo
        </LinkButton>
      }
    >
      <Stack>
        {!!data?.total && (
          <Alert color="red">
            {data.total === 1 ? 'Un dispositivo ha' : `${data.total} dispositivi hanno`} lavoro non inviato e non si{' '}
            {data.total === 1 ? 'fa sentire' : 'fanno sentire'} da più di 24 ore: chiedere di collegarlo alla rete, oppure importare il suo
            ZIP.{' '}
            <LinkAnchor to="/dispositivi" search={{ silent: true }}>
              {data.total === 1 ? 'Mostralo' : 'Mostrali'}
            </LinkAnchor>
          </Alert>
        )}
        <PagedTable
          {...list}
          columns={{
            Persona: { show: (row) => row.user.name, sort: 'user', wide: true },
            Dispositivo: { show: (row) => deviceName(row.agent), width: 9.5 },
            Stato: { show: (row) => <StatusChip {...deviceStatus(row)} />, text: (row) => deviceStatus(row).label, width: 10.5 },
            'Ultimo contatto': {
              show: (row) => `${dayTime(row.last_contact)}, ${ago(row.last_contact)} fa`,
              sort: 'last_contact',
              width: 15,
            },
            'Non inviati': { show: (row) => row.unsent, sort: 'unsent', numeric: true },
            'Il più vecchio': { show: (row) => (row.oldest_at ? `${ago(row.oldest_at)} fa` : '–'), sort: 'oldest_at' },
            'Dati sul dispositivo': { show: storage, spare: 1 },
            Versione: { show: (row) => row.app_version, width: 6.5, spare: 2 },
          }}
          filters={{ silent: yesNo('Muti con lavoro non inviato') }}
          empty={<EmptyState message="Qui compaiono i dispositivi che usano l’app, dal loro primo collegamento." />}
        />
      </Stack>
    </Page>
  )
}
