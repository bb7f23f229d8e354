import type { LinkProps } from '@tanstack/react-router'
import type { Hit, SearchKind } from '../contract/kernel/search.ts'
import {
  type Icon,
  IconArrowsSort,
  IconBuildingBank,
  IconClipboardText,
  IconCloud,
  IconCreditCard,
  IconDeviceMobile,
  IconDroplet,
  IconFlame,
  IconGasStation,
  IconKey,
  IconListCheck,
  IconPackage,
  IconPhone,
  IconStack2,
  IconTicket,
  IconToolsKitchen2,
  IconUser,
  IconUsers,
} from '../ui/icons.tsx'

interface Shown {
  icon: Icon
  link: (hit: Hit) => LinkProps
  /** The list of all results. */
  all?: (search: string) => LinkProps
  /** The page of one record: visiting it counts as opening the record. `by` tells where in the address the record's id is. */
  page?: readonly [route: string, by?: 'search']
}
const onStation = (icon: Icon, search?: (hit: Hit) => object): Shown => ({
  icon,
  link: (hit) => ({ to: '/stazioni/$id', params: { id: String(hit.station_id) }, search: { ...search?.(hit) } }),
})
/** One piece of equipment among those of its kind. */
const part =
  (parte: string) =>
  ({ id }: Hit) => ({ scheda: 'attrezzature', parte, pezzo: Number(id) })
const dialog = (
  icon: Icon,
  to: '/tickets/categorie' | '/tickets/gruppi-di-notifica' | '/tickets/template-messaggi' | '/servizi',
): Shown => ({
  icon,
  link: ({ id }) => ({ to, search: { modulo: Number(id) } }),
  all: (search) => ({ to, search: { search } }),
})
/** Icon and links of each kind (src/contract/kernel/search.ts lists the kinds). */
export const shownKinds: Readonly<Record<SearchKind, Shown>> = {
  stations: {
    icon: IconGasStation,
    link: ({ id }) => ({ to: '/stazioni/$id', params: { id } }),
    all: (search) => ({ to: '/stazioni', search: { search } }),
    page: ['/stazioni/$id'],
  },
  fire_extinguishers: onStation(IconFlame, part('estintori')),
  oil_separators: onStation(IconDroplet, part('disoleatori')),
  dispensers: onStation(IconGasStation, part('erogatori')),
  guns: onStation(IconGasStation, ({ of }) => ({ scheda: 'attrezzature', parte: 'erogatori', pezzo: of })),
  tanks: onStation(IconStack2, part('cisterne')),
  station_devices: onStation(IconDeviceMobile, part('dispositivi')),
  pos: onStation(IconKey, part('pos')),
  network_devices: onStation(IconCloud, part('apparati')),
  inspections: {
    icon: IconClipboardText,
    link: ({ id }) => ({ to: '/verifiche/$id', params: { id } }),
    all: (search) => ({ to: '/verifiche', search: { search } }),
    page: ['/verifiche/$id'],
  },
  tickets: {
    icon: IconTicket,
    link: ({ id }) => {
      const [slug = '', number] = id.split('-')
      return { to: '/tickets/$slug/{-$id}', params: { slug, id: Number(number) } }
    },
    all: (search) => ({ to: '/tickets', search: { search } }),
  },
  contact_items: {
    icon: IconPhone,
    link: ({ name }) => ({ to: '/contatti-utili', search: { search: name } }),
    all: (search) => ({ to: '/contatti-utili', search: { search } }),
  },
  competitors: {
    icon: IconArrowsSort,
    link: ({ id }) => ({ to: '/competitors', search: { id: Number(id) } }),
    all: (search) => ({ to: '/competitors', search: { search } }),
  },
  cards: {
    icon: IconCreditCard,
    link: ({ id }) => ({ to: '/carte/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/carte/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/carte/{-$id}'],
  },
  customers: {
    icon: IconUsers,
    link: ({ id }) => ({ to: '/carte/clienti/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/carte/clienti/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/carte/clienti/{-$id}'],
  },
  coupons: {
    icon: IconTicket,
    link: ({ id }) => ({ to: '/coupons/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/coupons/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/coupons/{-$id}'],
  },
  'gpl-card-requests': {
    icon: IconListCheck,
    link: ({ id }) => ({ to: '/richieste-carte-gpl/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/richieste-carte-gpl/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/richieste-carte-gpl/{-$id}'],
  },
  'ecommerce-products': {
    icon: IconPackage,
    link: ({ id }) => ({ to: '/intracommerce/articoli/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/intracommerce/articoli/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/intracommerce/articoli/{-$id}'],
  },
  banks: {
    icon: IconBuildingBank,
    link: ({ id }) => ({ to: '/stazioni/banche/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/stazioni/banche/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/stazioni/banche/{-$id}'],
  },
  users: {
    icon: IconUser,
    link: ({ id }) => ({ to: '/utenti/{-$id}', params: { id: Number(id) } }),
    all: (search) => ({ to: '/utenti/{-$id}', params: { id: undefined }, search: { search } }),
    page: ['/utenti/{-$id}'],
  },
  'inspection-models': {
    icon: IconListCheck,
    link: ({ id }) => ({ to: '/verifiche/modello', search: { id: Number(id) } }),
    all: (search) => ({ to: '/verifiche/modello', search: { search } }),
    page: ['/verifiche/modello', 'search'],
  },
  'ticket-categories': dialog(IconTicket, '/tickets/categorie'),
  'notification-groups': dialog(IconTicket, '/tickets/gruppi-di-notifica'),
  'default-mails': dialog(IconTicket, '/tickets/template-messaggi'),
  available_services: dialog(IconToolsKitchen2, '/servizi'),
  fuels: {
    icon: IconDroplet,
    link: ({ id }) => ({ to: '/impostazioni', search: { scheda: 'carburanti', modulo: Number(id) } }),
    all: (search) => ({ to: '/impostazioni', search: { scheda: 'carburanti', search } }),
  },
}
