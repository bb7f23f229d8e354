import * as v from 'valibot'
import { SEARCH_LENGTH } from './crud.ts'
import { get, resource } from './endpoint.ts'
import { listParam } from './filters.ts'
import type { PolicyName } from './policies.ts'

/** Minimum length of a search text; a shorter one matches too much. */
export const SEARCH_LETTERS = 2
/** Hits shown per kind, and recently opened records shown. */
export const HITS = 5
export const RECENT = 10
/** So many matches of a kind are counted; of more, `total` says one more than these. */
export const COUNTED = 1_000
/** How a recently opened record is written. */
export const RECENT_RECORD = /^[a-z_-]{1,30}:[\da-f-]{1,36}$/

interface Kind {
  /** Plural label. */
  title: string
  /** Policy needed to open a record of this kind. */
  policy: PolicyName
}
const equipmentKind = (title: string): Kind => ({ title, policy: 'equip.read' })
/**
 * The kinds of records that the global search finds, in the order shown, by resource or table. Each also needs its query
 * (server/resources/overview/search-kinds.ts) and its icon and link (src/app/palette-kinds.ts); the compiler asks for both.
 */
export const searchKinds = {
  stations: { title: 'Stazioni', policy: 'net.field' },
  fire_extinguishers: equipmentKind('Estintori'),
  oil_separators: equipmentKind('Disoleatori'),
  dispensers: equipmentKind('Erogatori'),
  guns: equipmentKind('Pistole'),
  tanks: equipmentKind('Cisterne'),
  station_devices: equipmentKind('Dispositivi dei punti vendita'),
  pos: { title: 'POS', policy: 'net.fin' },
  network_devices: { title: 'Apparati di rete', policy: 'net.tech' },
  inspections: { title: 'Verifiche', policy: 'insp.read' },
  tickets: { title: 'Tickets', policy: 'tickets.open' },
  contact_items: { title: 'Contatti utili', policy: 'contacts.read' },
  competitors: { title: 'Concorrenti', policy: 'net.read' },
  cards: { title: 'Tessere', policy: 'cards.read' },
  customers: { title: 'Clienti tessere', policy: 'cards.read' },
  coupons: { title: 'Buoni carburante', policy: 'coupons.read' },
  'gpl-card-requests': { title: 'Richieste carte GPL', policy: 'gpl.read' },
  'ecommerce-products': { title: 'Articoli', policy: 'eco.order' },
  banks: { title: 'Banche', policy: 'banks.read' },
  users: { title: 'Utenti', policy: 'users' },
  'inspection-models': { title: 'Modelli', policy: 'insp' },
  'ticket-categories': { title: 'Categorie ticket', policy: 'tickets.config' },
  'notification-groups': { title: 'Gruppi di notifica', policy: 'tickets.config' },
  'default-mails': { title: 'Template email', policy: 'tickets.config' },
  available_services: { title: 'Servizi', policy: 'services.write' },
  fuels: { title: 'Carburanti', policy: 'settings.write' },
} as const satisfies Record<string, Kind>
export type SearchKind = keyof typeof searchKinds
const kinds = Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]

export const Hit = v.object({
  /** Id in the address of its page. */
  id: v.string(),
  name: v.string(),
  /** Detail that distinguishes records of the same name. */
  also: v.string(),
  /** Station of a piece of equipment. */
  station_id: v.optional(v.number()),
  /** Id of the parent piece on whose page it is shown. */
  of: v.optional(v.number()),
  /** Serial number. */
  number: v.optional(v.nullable(v.string())),
})
export type Hit = v.InferOutput<typeof Hit>

/** (+) Searches all kinds at once, each with its policy and within the caller's stations. */
export const search = resource('search', {
  find: get('/search', {
    query: v.object({
      search: v.optional(v.pipe(v.string(), v.maxLength(SEARCH_LENGTH)), ''),
      /** Recently opened records, such as `stations:12`. They come first among the hits; without a text they are the only hits. */
      recent: listParam(v.pipe(v.string(), v.regex(RECENT_RECORD, 'Il record non è scritto come "stations:12".'))),
    }),
    output: v.object({
      kind: v.picklist(kinds),
      /** Matches in all, up to one more than `COUNTED`; `hits` has the first ones. */
      total: v.number(),
      hits: v.array(Hit),
    }),
    envelope: 'list',
    policy: 'auth',
    steady: true,
  }),
})
