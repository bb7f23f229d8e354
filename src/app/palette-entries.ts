import { useQueries } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { banks } from '../contract/banks.ts'
import type { Input, Page } from '../contract/endpoint.ts'
import { inspectionModels } from '../contract/inspection-models.ts'
import { inspections } from '../contract/inspections.ts'
import type { PolicyName } from '../contract/policies.ts'
import { stationImport } from '../contract/station-import.ts'
import { stations } from '../contract/stations.ts'
import { users } from '../contract/users.ts'
import type { ListEndpoint, RowOf } from '../crud/list-search.ts'
import { pageOf } from '../crud/use-rows.ts'
import { own, work } from '../features/dashboard/pages.ts'
import { labelOf, placeOf } from '../features/inspections/row-link.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import {
  type Icon,
  IconBuildingBank,
  IconClipboardText,
  IconCloud,
  IconGasStation,
  IconLayoutDashboard,
  IconListCheck,
  IconPlus,
  IconUpload,
  IconUser,
} from '../ui/icons.tsx'
import { begins, matching } from './palette-search.ts'

/** Something to go to or to do: `also` is looked in, too, and stands beside it. */
export interface Entry {
  name: string
  also: string
  icon: Icon
  link: LinkProps
}
export interface Group {
  title: string
  entries: readonly Entry[]
  /** By the server, for what was searched. */
  found?: true
}
const pages: readonly (readonly [PolicyName, Entry])[] = [
  ['auth', { name: 'Dashboard', also: 'Che cosa c’è da fare', icon: IconLayoutDashboard, link: { to: '/dashboard' } }],
  ...[...work, ...own].map(([policy, link, icon, name, also]) => [policy, { name, also, icon, link }] as const),
  ['auth', { name: 'Invii', also: 'Che cosa non è ancora partito da questo dispositivo', icon: IconCloud, link: { to: '/invii' } }],
]
const fresh = { params: { id: undefined }, search: { modulo: 'nuovo' } } as const
/** What is begun from anywhere. */
const actions: readonly (readonly [PolicyName, Entry])[] = [
  ['insp', { name: 'Nuova verifica', also: 'Avvia adesso', icon: IconPlus, link: { to: '/verifiche', search: { nuova: 'avvia' } } }],
  [
    'super',
    {
      name: 'Pianifica verifiche',
      also: 'Un punto vendita dopo l’altro',
      icon: IconPlus,
      link: { to: '/verifiche', search: { nuova: 'pianifica' } },
    },
  ],
  [
    'insp.model.write',
    { name: 'Nuovo modello', also: 'Di verifica', icon: IconPlus, link: { to: '/verifiche/modello', search: { modulo: 'nuovo' } } },
  ],
  [
    stationImport.start.policy,
    { name: 'Importa stazioni', also: 'Da un foglio XLSX o CSV', icon: IconUpload, link: { to: '/stazioni/importa' } },
  ],
  ['banks.write', { name: 'Nuova banca', also: '', icon: IconPlus, link: { to: '/stazioni/banche/{-$id}', ...fresh } }],
  ['users', { name: 'Nuovo utente', also: 'Con un invito per email', icon: IconPlus, link: { to: '/utenti/{-$id}', ...fresh } }],
  ['services.write', { name: 'Nuovo servizio', also: '', icon: IconPlus, link: { to: '/servizi', search: { modulo: 'nuovo' } } }],
  [
    'tickets.config',
    { name: 'Nuova categoria ticket', also: '', icon: IconPlus, link: { to: '/tickets/categorie', search: { modulo: 'nuovo' } } },
  ],
  ['auth', { name: 'Cambia password', also: 'Del tuo profilo', icon: IconUser, link: { to: '/utenti/profilo', hash: 'password' } }],
]

const FOUND = 5
/** Fewer letters find too much. */
export const LETTERS = 2
type Found = Omit<Entry, 'icon'>
interface Kind {
  policy: PolicyName
  title: string
  source: ListEndpoint
  icon: Icon
  entry: (row: never) => Found
}
const kind = <E extends ListEndpoint>(policy: PolicyName, title: string, icon: Icon, source: E, entry: (row: RowOf<E>) => Found): Kind => ({
  ...{ policy, title, icon, source, entry },
})
/** The records that have an address of their own. */
const kinds: readonly Kind[] = [
  kind('insp.read', 'Verifiche', IconClipboardText, inspections.list, (row) => ({
    name: labelOf(row),
    also: row.model_name,
    link: placeOf(row),
  })),
  kind('net.field', 'Stazioni', IconGasStation, stations.list, ({ id, code, name, city, province }) => ({
    name: `${code} ${name}`,
    also: `${city} (${province})`,
    link: { to: '/stazioni/$id', params: { id: String(id) } },
  })),
  kind('banks.read', 'Banche', IconBuildingBank, banks.list, ({ id, name, branch }) => ({
    name,
    also: branch ?? '',
    link: { to: '/stazioni/banche/{-$id}', params: { id } },
  })),
  kind('users', 'Utenti', IconUser, users.list, ({ id, name, email }) => ({
    name,
    also: email,
    link: { to: '/utenti/{-$id}', params: { id } },
  })),
  kind('insp', 'Modelli', IconListCheck, inspectionModels.list, ({ id, name, code }) => ({
    name,
    also: code,
    link: { to: '/verifiche/modello', search: { id } },
  })),
]

/**
 * Pages and actions at once, records as the server finds them: what the person may open, and nothing else.
 * `asking` while an answer is awaited, `failed` where there was none.
 */
export function useEntries(typed: string, searched: string): { groups: readonly Group[]; asking: boolean; failed: boolean } {
  const can = useCan()
  const mine = (all: readonly (readonly [PolicyName, Entry])[]) => all.filter(([policy]) => can(policy)).map(([, entry]) => entry)
  const wanted = searched.length >= LETTERS ? kinds.filter(({ policy }) => can(policy)) : []
  const results = useQueries({
    queries: wanted.map(({ source }) =>
      query<ListEndpoint>(source, { search: searched, page: 1, per_page: FOUND } as Input<ListEndpoint>, true),
    ),
  })
  const records = wanted.map(({ title, icon, entry }, at) => ({
    title,
    found: true as const,
    entries: (pageOf(results[at]?.data as Page<never> | undefined)?.data ?? []).map((row) => ({ ...entry(row), icon })),
  }))
  const here = [
    { title: 'Pagine', entries: matching(mine(pages), typed) },
    { title: 'Azioni', entries: matching(mine(actions), typed) },
  ]
  const named = ({ entries: [first] }: Group) => Number(!!first && begins(first, typed))
  const groups = [...here.toSorted((a, b) => named(b) - named(a)), ...records]
  return {
    groups: groups.filter(({ entries }) => entries.length),
    asking: results.some(({ isLoading }) => isLoading),
    failed: results.some(({ isError }) => isError),
  }
}
