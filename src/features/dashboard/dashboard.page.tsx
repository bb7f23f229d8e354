import { Stack, Text, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { counters } from '../../contract/counters.ts'
import { rolesOf } from '../../contract/roles.ts'
import { session, useCan } from '../../lib/session.ts'
import { chartsOf } from '../../rules/charts-of.ts'
import { Columns } from '../../ui/Columns.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { Agenda } from './Agenda.tsx'
import { Counter } from './Counter.tsx'
import { InstallHint } from './InstallHint.tsx'
import { QuickActions } from './QuickActions.tsx'
import { UnsentNotice } from './UnsentNotice.tsx'

const Charts = lazy(() => import('./Charts.tsx').then(({ Charts }) => ({ default: Charts })))

export const Route = createFileRoute('/_signed/dashboard')({ component: DashboardPage })

/** What needs attention today, by policy: each counter leads to what it counts (domain.md 6.2). */
function DashboardPage() {
  const { user } = session.use()
  const can = useCan()
  if (!user) return null
  const none = can('insp') ? null : <Text c="dimmed">Niente da segnalare oggi.</Text>
  return (
    <Page title={`Buongiorno, ${user.name.split(' ')[0]}`}>
      <Stack gap="lg">
        <UnsentNotice />
        <InstallHint />
        <Columns min="9rem" as="section" aria-label="Contatori">
          {can('dash.admin') && <Counter source={counters.admin} names={{ users: 'Utenti', stations: 'Punti vendita' }} />}
          {can('dash.station') && !can('dash.admin') && <Counter source={counters.station} names={{ stations: 'Punti vendita' }} />}
          {can('dash.accounting') && !can('dash.admin') && <Counter source={counters.accounting} names={{ banks: 'Banche' }} />}
          {can('insp') && (
            <Counter
              source={counters.inspection}
              names={{ drafts: 'Verifiche in compilazione', planned: 'Verifiche pianificate', open_nc: 'NC aperte' }}
              links={{ drafts: { status: ['draft'] }, planned: { status: ['planned'] }, open_nc: { with_open_nc: true } }}
            />
          )}
        </Columns>
        <QuickActions />
        {can('insp') && (
          <section>
            <Title order={2} mb="xs">
              I prossimi 7 giorni
            </Title>
            <Agenda />
          </section>
        )}
        {chartsOf({ roles: rolesOf(user.scope), permissions: user.permissions }).length ? (
          <Suspense fallback={<LoadingRows />}>
            <Charts none={none} />
          </Suspense>
        ) : (
          none
        )}
      </Stack>
    </Page>
  )
}
