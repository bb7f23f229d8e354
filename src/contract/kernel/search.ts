import * as v from 'valibot'
import { SEARCH_LENGTH } from './crud.ts'
import { get, resource } from './endpoint.ts'
import { listParam } from './filters.ts'
import type { PolicyName } from './policies.ts'

/** Fewer letters find too much. */
export const SEARCH_LETTERS = 2
/** Of each kind so many are shown, and so many of those that were opened lately. */
export const HITS = 5
export const RECENT = 10

interface Kind {
  /** What many of it are called. */
  title: string
  /** Who opens it. */
  policy: PolicyName
}
const equipment = (title: string): Kind => ({ title, policy: 'equip.read' })
/**
 * What is found from anywhere, in the order in which it is shown, by the name of its resource or table. Where it is found is said once for each in
 * server/resources/overview/search-kinds.ts, what it looks like and where it leads in src/app/palette-kinds.ts: neither compiles without.
 */
export const searchKinds = {
  stations: { title: 'Stazioni', policy: 'net.field' },
  fire_extinguishers: equipment('Estintori'),
  oil_separators: equipment('Disoleatori'),
  dispensers: equipment('Erogatori'),
  guns: equipment('Pistole'),
  tanks: equipment('Cisterne'),
  station_devices: equipment('Dispositivi dei punti vendita'),
  pos: { title: 'POS', policy: 'net.fin' },
  network_devices: { title: 'Apparati di rete', policy: 'net.tech' },
  inspections: { title: 'Verifiche', policy: 'insp.read' },
  tickets: { title: 'Tickets', policy: 'tickets.open' },
  competitors: { title: 'Concorrenti', policy: 'net.read' },
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
  /** What the address of its page calls it. */
  id: v.string(),
  name: v.string(),
  /** What tells it from others of its name. */
  also: v.string(),
  /** Of what stands on a station. */
  station_id: v.optional(v.number()),
  /** The piece that it is part of, on whose page it is seen. */
  of: v.optional(v.number()),
  /** The serial on its plate. */
  number: v.optional(v.nullable(v.string())),
})
export type Hit = v.InferOutput<typeof Hit>

/** (+) Records of every kind at once, each within its policy and within the caller's stations. */
export const search = resource('search', {
  find: get('/search', {
    query: v.object({
      search: v.optional(v.pipe(v.string(), v.maxLength(SEARCH_LENGTH)), ''),
      /** `stations:12`: come first where they are found; without a text they are all that is. */
      recent: listParam(v.pipe(v.string(), v.regex(/^[a-z_-]{1,30}:[\da-f-]{1,36}$/, 'Il record non è scritto come "stations:12".'))),
    }),
    output: v.object({
      kind: v.picklist(kinds),
      /** Of which `hits` are the first. */
      total: v.number(),
      hits: v.array(Hit),
    }),
    envelope: 'list',
    policy: 'auth',
    steady: true,
  }),
})
