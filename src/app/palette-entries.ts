import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../contract/kernel/endpoint.ts'
import type { PolicyName } from '../contract/kernel/policies.ts'
import { COUNTED, type Hit, SEARCH_LETTERS, type SearchKind, search, searchKinds } from '../contract/kernel/search.ts'
import { stationImport } from '../contract/stations/import.ts'
import { own, work } from '../features/overview/dashboard/pages.ts'
import type { Profile } from '../lib/device.ts'
import { count } from '../lib/format.ts'
import { query } from '../lib/query.ts'
import { session, useCan } from '../lib/session.ts'
import { type Icon, IconCloud, IconLayoutDashboard, IconList, IconPlus, IconUpload, IconUser } from '../ui/icons.tsx'
import { menuFor } from './menu.ts'
import { shownKinds } from './palette-kinds.ts'
import { begins, matching } from './palette-search.ts'
import { recent } from './recent.ts'

/** An entry of the palette. `also` is searched too and shown beside the name. */
export interface Entry {
  name: string
  also: string
  icon: Icon
  link: LinkProps
  /** For a record: its key in the list of recent records. */
  opened?: readonly [kind: SearchKind, id: string]
}
export interface Group {
  title: string
  entries: readonly Entry[]
  /** Found by the server for the search text. */
  found?: true
}
const pages: readonly (readonly [PolicyName, Entry])[] = [
  ['auth', { name: 'Dashboard', also: 'Che cosa c’è da fare', icon: IconLayoutDashboard, link: { to: '/dashboard' } }],
  ...[...work, ...own].map(([policy, link, icon, name, also]) => [policy, { name, also, icon, link }] as const),
  ['auth', { name: 'Invii', also: 'Che cosa non è ancora partito da questo dispositivo', icon: IconCloud, link: { to: '/invii' } }],
]
const fresh = { params: { id: undefined }, search: { modulo: 'nuovo' } } as const
/** Actions that can be started from anywhere. */
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
    'super',
    {
      name: 'Importa ZIP di un dispositivo',
      also: 'Ciò che un dispositivo non è riuscito a inviare',
      icon: IconUpload,
      link: { to: '/verifiche', search: { nuova: 'importa' } },
    },
  ],
  [
    'insp.model.write',
    { name: 'Nuovo modello', also: 'Di verifica', icon: IconPlus, link: { to: '/verifiche/modello', search: { modulo: 'nuovo' } } },
  ],
  [
    stationImport.start.policy,
    { name: 'Importa punti vendita', also: 'Da un foglio XLSX o CSV', icon: IconUpload, link: { to: '/stazioni/importa' } },
  ],
  ['prices.write', { name: 'Nuovo prezzo', also: 'Nella griglia dei prezzi', icon: IconPlus, link: { to: '/prezzi' } }],
  ['banks.write', { name: 'Nuova banca', also: '', icon: IconPlus, link: { to: '/stazioni/banche/{-$id}', ...fresh } }],
  ['users', { name: 'Nuovo utente', also: 'Con un invito per email', icon: IconPlus, link: { to: '/utenti/{-$id}', ...fresh } }],
  ['services.write', { name: 'Nuovo servizio', also: '', icon: IconPlus, link: { to: '/servizi', search: { modulo: 'nuovo' } } }],
  [
    'tickets.config',
    { name: 'Nuova categoria ticket', also: '', icon: IconPlus, link: { to: '/tickets/categorie', search: { modulo: 'nuovo' } } },
  ],
  ['auth', { name: 'Cambia password', also: 'Del tuo profilo', icon: IconUser, link: { to: '/utenti/profilo', hash: 'password' } }],
]

/** Entries of the person's menu whose page is not named above. */
const fromMenu = (user: Profile): Entry[] =>
  menuFor(user).flatMap(({ name: also = '', items }) =>
    items
      .filter(({ to }) => !pages.some(([, { link }]) => link.to === to))
      .map(({ name, icon, to }) => ({ name, also, icon, link: { to, params: { id: undefined } } as LinkProps })),
  )

/**
 * Entries the person may open: pages and actions at once, records as the server finds them, and recent records while nothing is typed.
 * `asking` while an answer is awaited, `failed` if there was none.
 */
export function useEntries(typed: string, searched: string): Entries {
  const can = useCan()
  const { user } = session.use()
  const [lately] = useState(recent)
  const mine = (all: readonly (readonly [PolicyName, Entry])[]) => all.filter(([policy]) => can(policy)).map(([, entry]) => entry)
  const found = useQuery({
    ...query(search.find, { search: searched, recent: lately }, true),
    enabled: searched.length >= SEARCH_LETTERS || lately.length > 0,
    // The results of fewer letters stay while more are searched for.
    placeholderData: (before, last) => ((last?.queryKey[2] as { search?: string } | undefined)?.search && searched ? before : undefined),
  })
  const here = [
    { title: 'Pagine', entries: matching(typed.trim() && user ? [...mine(pages), ...fromMenu(user)] : mine(pages), typed) },
    { title: 'Azioni', entries: matching(mine(actions), typed) },
  ]
  const named = ({ entries: [first] }: Group) => Number(!!first && begins(first, typed))
  const data = found.data ?? []
  const begun = typed.trim() !== ''
  const lasts = begun || searched ? [] : latelyOf(data, lately)
  const records = begun && searched ? data.map((group) => groupOf(group, searched)) : []
  return {
    groups: [...lasts, ...here.toSorted((a, b) => named(b) - named(a)), ...records].filter(({ entries }) => entries.length),
    asking: found.isFetching,
    failed: found.isError,
    again: () => void found.refetch(),
  }
}
interface Entries {
  groups: readonly Group[]
  asking: boolean
  failed: boolean
  again: () => void
}
type Found = Output<typeof search.find>[number]

function entryOf(kind: SearchKind, hit: Hit): Entry {
  const { icon, link } = shownKinds[kind]
  return { name: hit.name, also: hit.also, icon, link: link(hit), opened: [kind, hit.id] }
}
const totalOf = (total: number) => (total > COUNTED ? `oltre ${count(COUNTED)}` : count(total))
/** A few results of a kind, their total, and a link to all of them. */
function groupOf({ kind, total, hits }: Found, searched: string): Group {
  const { title } = searchKinds[kind]
  const all = total > hits.length && shownKinds[kind].all?.(searched)
  const entries = hits.map((hit) => entryOf(kind, hit))
  const rest = all ? [{ name: `Tutti i risultati in ${title}`, also: totalOf(total), icon: IconList, link: all }] : []
  return { title: `${title} (${totalOf(total)})`, entries: [...entries, ...rest], found: true }
}
/** Recent records of all kinds, the last first. */
function latelyOf(found: readonly Found[], lately: readonly string[]): Group[] {
  const at = (kind: SearchKind, { id }: Hit) => lately.indexOf(`${kind}:${id}`) + 1 || lately.length + 1
  const all = found.flatMap(({ kind, hits }) => hits.map((hit) => [at(kind, hit), entryOf(kind, hit)] as const))
  return [{ title: 'Aperti di recente', entries: all.toSorted(([a], [b]) => a - b).map(([, entry]) => entry), found: true }]
}
