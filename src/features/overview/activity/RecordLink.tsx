import type { LinkProps } from '@tanstack/react-router'
import type { PolicyName } from '../../../contract/kernel/policies.ts'
import type { ResourceName } from '../../../contract/kernel/resource-names.ts'
import type { Activity } from '../../../contract/overview/activity.ts'
import { useCan, useMe } from '../../../lib/session.ts'
import { objectOf } from '../../../rules/overview/activity-columns.ts'
import { noneOf } from '../../../rules/shared/none-of.ts'
import { LinkAnchor } from '../../../ui/links.tsx'

type Place = readonly [policy: PolicyName, link: LinkProps]
/** Where a record is seen, and who may open it; null where there is no such page, and why. */
const places: Readonly<Record<ResourceName, ((id: number) => Place) | null>> = {
  banks: (id) => ['banks.read', { to: '/stazioni/banche/{-$id}', params: { id } }],
  customers: (id) => ['cards.read', { to: '/carte/clienti/{-$id}', params: { id } }],
  cards: (id) => ['cards.read', { to: '/carte/{-$id}', params: { id } }],
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
  'ecommerce-categories': (id) => ['eco.admin', { to: '/intracommerce/categoria', search: { modulo: id } }],
  'ecommerce-products': (id) => ['eco.order', { to: '/intracommerce/articoli/{-$id}', params: { id } }],
  'ecommerce-orders': (id) => ['eco.order', { to: '/intracommerce/ordine/{-$id}', params: { id } }],
  'ecommerce-tags': (id) => ['eco.admin', { to: '/intracommerce/tag', search: { modulo: id } }],
  managers: (id) => ['mgmt.read', { to: '/stazioni/manager/{-$id}', params: { id } }],
  managements: (id) => ['mgmt.read', { to: '/stazioni/manager/{-$id}', params: { id: undefined }, search: { gestione: id } }],
  station_employees: (id) => [
    'mgmt.read',
    { to: '/stazioni/manager/{-$id}', params: { id: undefined }, search: { scheda: 'dipendenti', modulo: id } },
  ],
  obligations: (id) => ['obl.write', { to: '/stazioni/manager/obblighi', search: { scheda: 'catalogo', modulo: id } }],
  users: (id) => ['users', { to: '/utenti/{-$id}', params: { id } }],
  coupons: (id) => ['coupons.read', { to: '/coupons/{-$id}', params: { id } }],
  'gpl-card-requests': (id) => ['gpl.read', { to: '/richieste-carte-gpl/{-$id}', params: { id } }],
  'gpl-courses': (id) => ['gpl.read', { to: '/calendario-corsi-gpl', search: { id } }],
  'useful-contacts': () => ['contacts.read', { to: '/contatti-utili' }],
  'contact-containers': () => ['contacts.read', { to: '/contatti-utili' }],
  'communications-messages': (id) => ['auth', { to: '/comunicazioni/$id', params: { id: String(id) }, search: { type: 1 } }],
  'communications-ctrl': (id) => ['auth', { to: '/comunicazioni/$id', params: { id: String(id) }, search: { type: 2 } }],
  documents: () => ['docs.read', { to: '/documenti' }],
  'support-documents': () => ['driver.read', { to: '/autisti' }],
  'contact-items': () => ['contacts.read', { to: '/contatti-utili' }],
  jobs: (id) => ['super', { to: '/storico-job/{-$id}', params: { id } }],
  // Are seen on their station, which the path of the call names.
  ...noneOf(
    'station_notes',
    'cover-images',
    'detailed_openings',
    'station_files',
    'fire_extinguishers',
    'oil_separators',
    'dispensers',
    'station_devices',
    'pos',
    'network_devices',
    'tanks',
    'tank_maintenances',
    'pieces',
    'qr',
  ),
  // Belong to a ticket or an inspection, whose number is not the one in the log.
  ...noneOf(
    'inspection-files',
    'inspection-pdfs',
    'inspection-offline',
    'non-conformities',
    'rescue',
    'tickets',
    'ticket-offline',
    'ticket-send',
    'tickets-presence',
  ),
  // Belong to a management, whose number is not the one in the log.
  ...noneOf('cash_funds', 'remuneration', 'management_obligations'),
  // Belong to one person, who alone sees them.
  ...noneOf('payrolls', 'cuds'),
  ...noneOf('auth', 'second_factor', 'saved_views', 'devices', 'ticket-drafts', 'notifications'),
  // Concern a whole list, or something that is done once.
  ...noneOf(
    'card_import',
    'product_import',
    'card_papers',
    'station_import',
    'station_report',
    'commands',
    'data-query',
    'mimit',
    'bulk',
    'history',
    'activity',
    'mails',
    'settings',
    'retention',
    'counters',
    'client-errors',
    'system',
    'customer-logs',
    'sync',
    'duplicates',
    'customer-data',
    'person-data',
    'app_stations',
    'dashboard',
    'ecommerce-carts',
    'exports',
    'gpl-modules',
    'price_pdfs',
    'search',
    'station_directory',
    'vouchers',
    'communications',
  ),
}
/** Equipment is shown on its station's page. */
const onStation = (path: string) => /\/stations\/(\d+)\//.exec(path)?.[1]

function placeOf({ action, entity, entity_id, path, status }: Activity): Place | undefined {
  if (entity === 'settings') return ['settings', { to: '/impostazioni' }]
  const station = onStation(path)
  if (station) return ['net.field', { to: '/stazioni/$id', params: { id: station } }]
  const gone = action === 'eliminazione' && status < 400
  if (gone || !entity || !entity_id || !/^\d+$/.test(entity_id) || !Object.hasOwn(places, entity)) return undefined
  return places[entity as ResourceName]?.(Number(entity_id))
}

/** A link to the record of an act, for readers of it. */
export function RecordLink({ row }: { row: Activity }) {
  const can = useCan()
  const me = useMe()
  const place = placeOf(row)
  // One's own jobs are seen by everybody.
  const may = place && (can(place[0]) || (row.entity === 'jobs' && row.user?.id === me.id))
  return may ? <LinkAnchor {...place[1]}>{objectOf(row)}</LinkAnchor> : objectOf(row)
}
