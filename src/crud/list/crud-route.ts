import type { PolicyName } from '../../contract/kernel/policies.ts'
import { guard } from '../../lib/access.ts'
import { optionalIdParam } from '../record/id-param.ts'
import type { ListEndpoint, ListSearch } from './list-search.ts'
import { PAGE_PARAMETERS } from './page-parameters.ts'

/** The search of a list page: the list's parameters, the open dialog and tab, and `Own`, those only this page has. */
export type CrudSearch<E extends ListEndpoint, Own extends object = object> = ListSearch<E> & {
  modulo?: number | 'nuovo' | undefined
  scheda?: string | undefined
} & Own

/**
 * Route options of a list page. The list is named here by its type, and as a value only in `loader`, which comes with the page: a value
 * among the route's options would load its contract with the first page of all.
 *
 *     export const Route = createFileRoute('/_signed/servizi')({
 *       ...listRoute<typeof services.list>('services.write'),
 *       loader: listLoader(services.list),
 *       component: ServicesPage,
 *     })
 */
export const listRoute = <E extends ListEndpoint, Own extends object = object>(policy: PolicyName) => ({
  validateSearch: (raw: object) => raw as CrudSearch<E, Own>,
  beforeLoad: guard(policy),
  loaderDeps: ({ search }: { search: CrudSearch<E, Own> }) => withoutPageParameters(search),
})
/** The same for a page where `/{-$id}` shows one record; its `loader` is `recordLoader`. */
export const recordRoute = <E extends ListEndpoint, Own extends object = object>(policy: PolicyName) => ({
  ...listRoute<E, Own>(policy),
  params: optionalIdParam,
})

/** What the page alone reads: a change of it loads nothing. */
const withoutPageParameters = <S extends object>(search: S) =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !PAGE_PARAMETERS.includes(key))) as S
