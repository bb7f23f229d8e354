import { Stack, Text, Title } from '@mantine/core'
import { createFileRoute, type LinkProps } from '@tanstack/react-router'
import { rolesOf, stationRoles } from '../../../contract/kernel/roles.ts'
import { counters } from '../../../contract/overview/counters.ts'
import { devices } from '../../../contract/people/devices.ts'
import { session, useCan } from '../../../lib/session.ts'
import { chartsOf } from '../../../rules/overview/charts-of.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { Counter } from './Counter.tsx'
import { greetingAt } from './greeting.ts'
import { InstallHint } from './InstallHint.tsx'
import { isDuty, listsOf } from './lists.ts'
import { QuickActions } from './QuickActions.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { UnsentNotice } from './UnsentNotice.tsx'

const RecentChanges = part(() => import('./RecentChanges.tsx').then((m) => m.RecentChanges))
const UnsavedDrafts = part(() => import('./UnsavedDrafts.tsx').then((m) => m.UnsavedDrafts))
const FirstDay = part(() => import('./FirstDay.tsx').then((m) => m.FirstDay))
const Communications = part(() => import('./Communications.tsx').then((m) => m.Communications))
const Agenda = part(() => import('./Agenda.tsx').then((m) => m.Agenda))
const InspectionCounters = part(() => import('./InspectionCounters.tsx').then((m) => m.InspectionCounters))
const WorkCounters = part(() => import('./WorkCounters.tsx').then((m) => m.WorkCounters))
const StationsToday = part(() => import('./StationsToday.tsx').then((m) => m.StationsToday))
const PrepareStation = part(() => import('./PrepareStation.tsx').then((m) => m.PrepareStation))
const Lists = part(() => import('./Lists.tsx').then((m) => m.Lists))
const Charts = part(() => import('./Charts.tsx').then((m) => m.Charts))

export const Route = createFileRoute('/_signed/dashboard')({ component: DashboardPage })

/** Those that the counter counts. */
const toUsers: LinkProps = { to: '/utenti/{-$id}', params: { id: undefined }, search: { enabled: true } as never }
const toCustomers: LinkProps = { to: '/carte/clienti/{-$id}', params: { id: undefined } }
const toCards: LinkProps = { to: '/carte/{-$id}', params: { id: undefined } }
const toBanks: LinkProps = { to: '/stazioni/banche/{-$id}', params: { id: undefined } }

/** Who has figures above may have something to do by them. */
const COUNTED = ['insp', 'eco.order', 'coupons.write', 'gpl.write'] as const

/** Exceptions of today by policy, where each counter leads to what it counts; then recent changes and shortcuts. */
function DashboardPage() {
  const { user } = session.use()
  const can = useCan()
  if (!user) return null
  const stations: LinkProps | false = can('net.field') && { to: '/stazioni' }
  const who = { roles: rolesOf(user.scope), permissions: user.permissions }
  const lists = listsOf(who)
  const atStation = who.roles.some((role) => stationRoles.includes(role))
  const none = lists.length || atStation || COUNTED.some((policy) => can(policy)) ? null : <Text c="dimmed">Niente da segnalare oggi.</Text>
  return (
    <Page title={`${greetingAt(Date.now())}, ${user.name.split(' ')[0]}`}>
      <Stack gap="lg">
        <UnsentNotice />
        <InstallHint />
        {can('super') && <FirstDay />}
        {atStation && <PrepareStation />}
        <Communications />
        {lists.some(isDuty) && <Lists meanwhile={<LoadingRows />} names={lists.filter(isDuty)} />}
        {atStation && <StationsToday meanwhile={<LoadingRows />} />}
        <Columns min="8.25rem" as="section" aria-label="Contatori">
          {can('dash.admin') && (
            <Counter
              source={counters.admin}
              names={{ users: 'Utenti', stations: 'Punti vendita' }}
              links={{ users: can('users') && toUsers, stations }}
            />
          )}
          {can('dash.station') && !can('dash.admin') && (
            <Counter source={counters.station} names={{ stations: 'Punti vendita' }} links={{ stations }} />
          )}
          {can('dash.accounting') && !can('dash.admin') && (
            <Counter
              source={counters.accounting}
              names={{ customers: 'Clienti tessere', cards: 'Tessere', banks: 'Banche' }}
              links={{
                customers: can('cards.read') && toCustomers,
                cards: can('cards.read') && toCards,
                banks: can('banks.read') && toBanks,
              }}
            />
          )}
          {can('insp') && <InspectionCounters />}
          {can('eco.order') && (
            <Counter
              source={counters.orders}
              names={{
                new: 'Ordini nuovi',
                processing: 'Ordini in preparazione',
                shipped: 'Ordini in arrivo',
                ...(can('eco.admin') ? { low_stock: 'Articoli sotto scorta' } : ({} as { low_stock: string })),
              }}
              links={{
                new: { to: '/intracommerce/ordini', search: { status: ['new'] } },
                processing: { to: '/intracommerce/ordini', search: { status: ['confirmed', 'processing'] } },
                shipped: { to: '/intracommerce/ordini', search: { status: ['shipped'] } },
                low_stock: { to: '/intracommerce/articoli/{-$id}', params: { id: undefined }, search: { low_stock: true } },
              }}
              due={{ new: can('eco.admin') ? 'amber' : undefined, shipped: can('eco.admin') ? undefined : 'amber', low_stock: 'red' }}
            />
          )}
          <WorkCounters />
          {can('super') && (
            <Counter
              source={devices.list}
              input={{ silent: true, per_page: 5 }}
              names={{ total: 'Dispositivi non raggiungibili' }}
              links={{ total: { to: '/dispositivi', search: { silent: true } } }}
              due={{ total: 'red' }}
            />
          )}
        </Columns>
        <QuickActions />
        <UnsavedDrafts user={user.id} />
        {can('insp') && (
          <section>
            <Title order={2} mb="xs">
              I prossimi 7 giorni
            </Title>
            <Agenda meanwhile={<LoadingRows />} />
          </section>
        )}
        {!lists.every(isDuty) && <Lists meanwhile={<LoadingRows />} names={lists.filter((name) => !isDuty(name))} />}
        {chartsOf(who).length ? <Charts meanwhile={<LoadingRows />} none={none} /> : none}
        <Shortcuts user={user} />
        {can('history.read') && <RecentChanges meanwhile={<LoadingRows />} />}
      </Stack>
    </Page>
  )
}
