import { Alert, Button, Group, Text } from '@mantine/core'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LinkProps, useRouterState } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { usefulContacts } from '../contract/content/useful-contacts.ts'
import { inspections } from '../contract/inspections/inspections.ts'
import type { Endpoint, Named } from '../contract/kernel/endpoint.ts'
import { stationDirectory } from '../contract/stations/openings.ts'
import { type Station, stations } from '../contract/stations/stations.ts'
import { tickets } from '../contract/tickets/tickets.ts'
import { ownRows } from '../lib/own-rows.ts'
import { FIELD_DB, TANK_DB, TICKET_DB } from '../lib/purge.ts'
import { queryClient } from '../lib/query.ts'
import { can } from '../lib/session.ts'
import { IconRefresh } from '../ui/icons.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { INCOMPLETE } from './incomplete.ts'

type Way = readonly [name: string, link: LinkProps]
/** Ways to more stations than this are no help. */
const FEW = 5
const kept = ({ resource, name }: Endpoint & Named) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [resource, name] })
    .flatMap(({ state: { data } }) => (data === undefined ? [] : [data]))

/** The pages whose data this device holds for the person. */
async function waysHere(): Promise<Way[]> {
  const [field, tanks, tickets] = await Promise.all([
    ownRows(FIELD_DB, ['facts']).catch(() => undefined),
    ownRows(TANK_DB, ['stations']).catch(() => undefined),
    ownRows(TICKET_DB, ['tickets']).catch(() => undefined),
  ])
  const ways: (Way | false | undefined)[] = [
    ['Dashboard', { to: '/dashboard' }],
    ['Invii', { to: '/invii' }],
    can('insp.read') && !!field?.facts.length && ['Verifiche', { to: '/verifiche' }],
    can('tickets.open') && !!tickets?.tickets.length && ['Ticket', { to: '/tickets' }],
    ...(kept(stations.get) as Station[])
      .slice(0, FEW)
      .map(({ id, code, name }): Way => [`${code} ${name}`, { to: '/stazioni/$id', params: { id } }]),
    ...((tanks?.stations ?? []) as { station_id: number; place: string }[])
      .slice(0, FEW)
      .map(({ station_id, place }): Way => [`Cisterne di ${place}`, { to: '/stazioni/cisterne/{-$id}', params: { id: station_id } }]),
    can('net.field') && (kept(stationDirectory.list).length > 0 || !!field?.facts.length) && ['Rubrica P.V.', { to: '/stazioni/info' }],
    kept(usefulContacts.list).length > 0 && ['Contatti utili', { to: '/contatti-utili' }],
  ]
  return ways.filter((way) => !!way)
}
/** What the page asked for and could not be read for want of a network. */
const unreached = {
  type: 'active',
  predicate: ({ state: { status, data, error } }: Query) =>
    status === 'error' && data === undefined && (error as { status?: number }).status === 0,
} as const
/** Where one of these lacks, its place goes on with what the device holds, or says so itself. */
const inPlace: readonly string[] = [inspections.get, tickets.list, tickets.get, stationDirectory.list].map(({ name }) => name)
/** A form is whole without suggestions: what is on the device is suggested, or the field says that there are none. */
const isNeeded = ({ queryKey: [, name], meta }: Query) => !inPlace.includes(String(name)) && !meta?.path?.startsWith('/suggestions/')
/** True while something that the page needs could not be read for want of a network. */
function useIncomplete() {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.findAll(unreached).some(isNeeded),
  )
}
/**
 * Without a network, on a page that cannot be shown in full: one line, and behind it what can be opened. `said`: instead of its parts; else it is said here only if none of
 * its `parts` says it.
 */
export function AwayNotice({ said, parts }: { said: boolean; parts: number }) {
  const unread = useIncomplete()
  const [opened, setOpened] = useState(false)
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const incomplete = said || (unread && !parts)
  // Read anew whenever it is shown: what the device holds changes without a write.
  const { data, isPending } = useQuery({
    ...{ queryKey: ['ways_here'], queryFn: waysHere, enabled: incomplete },
    ...{ networkMode: 'always', staleTime: 0, gcTime: 0 },
  })
  // What the device holds may be unreadable; that the page is not complete is said all the same.
  if (!incomplete || isPending) return null
  const ways = data?.filter(([, link]) => link.to !== here) ?? []
  return (
    <Alert color="amber" mb="sm" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {INCOMPLETE}
        </Text>
        <Group gap="xs">
          {ways.length > 0 && (
            <Button variant="subtle" aria-expanded={opened} onClick={() => setOpened(!opened)}>
              Che cosa posso aprire
            </Button>
          )}
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => void queryClient.refetchQueries(unreached)}>
            Riprova
          </Button>
        </Group>
      </Group>
      {opened && (
        <Group component="nav" aria-label="Pagine su questo dispositivo" gap="md" mt="xs">
          {ways.map(([name, link]) => (
            <LinkAnchor key={name} {...(link as { to: '/' })}>
              {name}
            </LinkAnchor>
          ))}
        </Group>
      )}
    </Alert>
  )
}
