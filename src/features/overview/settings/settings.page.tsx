import { Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useParameters } from '../../../crud/list/list-search.ts'
import { guard } from '../../../lib/access.ts'
import { useCan } from '../../../lib/session.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { type SettingsSearch, settingsSearch } from './settings-search.ts'

export const Route = createFileRoute('/_signed/impostazioni')({
  validateSearch: (raw: object) => raw as SettingsSearch,
  beforeLoad: guard('settings'),
  component: SettingsPage,
})

const CompanyTab = part(() => import('./CompanyTab.tsx').then((m) => m.CompanyTab))
const CommandsTab = part(() => import('./CommandsTab.tsx').then((m) => m.CommandsTab))
const IntervalsTab = part(() => import('./IntervalsTab.tsx').then((m) => m.IntervalsTab))
const HostsTab = part(() => import('../../cards/customers/HostsTab.tsx').then((m) => m.HostsTab))
const ErrorsTab = part(() => import('./ErrorsTab.tsx').then((m) => m.ErrorsTab))
const SystemTab = part(() => import('./SystemTab.tsx').then((m) => m.SystemTab))
const MailTab = part(() => import('./MailTab.tsx').then((m) => m.MailTab))
const RetentionTab = part(() => import('./RetentionTab.tsx').then((m) => m.RetentionTab))
const FuelsTab = part(() => import('./FuelsTab.tsx').then((m) => m.FuelsTab))

/** "Impostazioni": only what something reads; who may not change it reads it. */
function SettingsPage() {
  const { scheda: asked = 'azienda' } = useParameters(settingsSearch)
  const navigate = Route.useNavigate()
  const admin = useCan()('super')
  const scheda = admin || asked === 'carburanti' || asked === 'estintori' || asked === 'integrazioni' ? asked : 'azienda'
  const choose = (next: string | null) =>
    void navigate({ search: { scheda: next === 'azienda' ? undefined : (next as SettingsSearch['scheda']) }, replace: true })
  return (
    <Page title="Impostazioni">
      <Tabs value={scheda} keepMounted={false} onChange={choose}>
        <Tabs.List mb="md">
          <Tabs.Tab value="azienda">Azienda</Tabs.Tab>
          <Tabs.Tab value="carburanti">Carburanti</Tabs.Tab>
          <Tabs.Tab value="estintori">Estintori</Tabs.Tab>
          <Tabs.Tab value="integrazioni">Integrazioni</Tabs.Tab>
          {admin && <Tabs.Tab value="invii">Invii email</Tabs.Tab>}
          {admin && <Tabs.Tab value="comandi">Comandi</Tabs.Tab>}
          {admin && <Tabs.Tab value="errori">Errori</Tabs.Tab>}
          {admin && <Tabs.Tab value="conservazione">Conservazione dei dati</Tabs.Tab>}
          {admin && <Tabs.Tab value="stato">Stato</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="azienda">
          <CompanyTab meanwhile={<LoadingRows />} />
        </Tabs.Panel>
        <Tabs.Panel value="carburanti">
          <FuelsTab meanwhile={<LoadingRows />} />
        </Tabs.Panel>
        <Tabs.Panel value="estintori">
          <IntervalsTab meanwhile={<LoadingRows />} />
        </Tabs.Panel>
        <Tabs.Panel value="integrazioni">
          <HostsTab meanwhile={<LoadingRows />} />
        </Tabs.Panel>
        {admin && (
          <>
            <Tabs.Panel value="invii">
              <MailTab meanwhile={<LoadingRows />} />
            </Tabs.Panel>
            <Tabs.Panel value="comandi">
              <CommandsTab meanwhile={<LoadingRows />} />
            </Tabs.Panel>
            <Tabs.Panel value="stato">
              <SystemTab meanwhile={<LoadingRows />} />
            </Tabs.Panel>
            <Tabs.Panel value="errori">
              <ErrorsTab meanwhile={<LoadingRows />} />
            </Tabs.Panel>
            <Tabs.Panel value="conservazione">
              <RetentionTab meanwhile={<LoadingRows />} />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </Page>
  )
}
