import type { LinkProps } from '@tanstack/react-router'
import type { PolicyName } from '../../../contract/kernel/policies.ts'
import type { Activity } from '../../../contract/overview/activity.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { objectOf } from '../../../rules/overview/activity-columns.ts'
import { LinkAnchor } from '../../../ui/links.tsx'

type Place = readonly [policy: PolicyName, link: LinkProps]
/** What has a page of its own, and who may open it. */
const places: Readonly<Record<string, (id: number) => Place>> = {
  banks: (id) => ['banks.read', { to: '/stazioni/banche/{-$id}', params: { id } }],
  stations: (id) => ['net.field', { to: '/stazioni/$id', params: { id: String(id) } }],
  station_acl: (id) => ['users', { to: '/stazioni/$id', params: { id: String(id) }, search: { scheda: 'accessi' } }],
  inspections: (id) => ['insp.read', { to: '/verifiche/$id', params: { id: String(id) } }],
  'inspection-send': (id) => ['insp.read', { to: '/verifiche/$id', params: { id: String(id) } }],
  'inspection-models': (id) => ['insp', { to: '/verifiche/modello', search: { id } }],
  expirations: (id) => ['exp.read', { to: '/scadenze/{-$id}', params: { id } }],
  prices: (id) => ['prices.read', { to: '/prezzi', search: { station_id: [id] } }],
  competitors: (id) => ['net.read', { to: '/competitors', search: { id } }],
  fuels: (id) => ['settings.write', { to: '/impostazioni', search: { scheda: 'carburanti', modulo: id } }],
  extinguisher_intervals: (id) => ['settings', { to: '/impostazioni', search: { scheda: 'estintori', modulo: id } }],
  available_services: (id) => ['services.write', { to: '/servizi', search: { modulo: id } }],
  'notification-groups': (id) => ['tickets.config', { to: '/tickets/gruppi-di-notifica', search: { modulo: id } }],
  'default-mails': (id) => ['tickets.config', { to: '/tickets/template-messaggi', search: { modulo: id } }],
  'ticket-categories': (id) => ['tickets.config', { to: '/tickets/categorie', search: { modulo: id } }],
  users: (id) => ['users', { to: '/utenti/{-$id}', params: { id } }],
  jobs: (id) => ['super', { to: '/storico-job/{-$id}', params: { id } }],
}
/** What stands on a station is seen there. */
const onStation = (path: string) => /\/stations\/(\d+)\//.exec(path)?.[1]

function placeOf({ action, entity, entity_id, path, status }: Activity): Place | undefined {
  if (entity === 'settings') return ['settings', { to: '/impostazioni' }]
  const station = onStation(path)
  if (station) return ['net.field', { to: '/stazioni/$id', params: { id: station } }]
  const gone = action === 'eliminazione' && status < 400
  if (gone || !entity || !entity_id || !/^\d+$/.test(entity_id) || !Object.hasOwn(places, entity)) return undefined
  return places[entity]!(Number(entity_id))
}

/** What an act was about: the way there, for who may go. */
export function RecordLink({ row }: { row: Activity }) {
  const can = useCan()
  const me = useMe()
  const place = placeOf(row)
  // One's own jobs are seen by everybody.
  const may = place && (can(place[0]) || (row.entity === 'jobs' && row.user?.id === me.id))
  return may ? <LinkAnchor {...place[1]}>{objectOf(row)}</LinkAnchor> : objectOf(row)
}
