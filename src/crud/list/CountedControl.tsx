import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type * as v from 'valibot'
import { query } from '../../lib/query.ts'
import type { Filter } from './filters.tsx'
import type { ListEndpoint } from './list-search.ts'

/** A list and what narrows it now, to count what each value of one more filter would give. */
export interface Counting {
  source: ListEndpoint
  search: object
  given: object | undefined
}
export interface CountedControlProps {
  /** The parameter of the filter. */
  of: string
  filter: Filter
  value: unknown
  onChange: (value: unknown) => void
  counting?: Counting | undefined
}
/** With whether the filter is in use. */
export type UsableControl = CountedControlProps & { used: boolean }
/** The filters whose values a list counts. */
const countable = (source: ListEndpoint): readonly string[] =>
  (source.query.entries.facet as v.OptionalSchema<v.PicklistSchema<string[], undefined>, undefined> | undefined)?.wrapped.options ?? []

/** The control of a filter, with how many rows each of its values has under the other filters and the search. */
export function CountedControl(props: CountedControlProps) {
  const { of, filter, value, onChange, counting } = props
  return counting && countable(counting.source).includes(of) ? (
    <Counted {...props} counting={counting} />
  ) : (
    filter.control({ label: filter.label, value, onChange })
  )
}
function Counted({ of, filter, value, onChange, counting: { source, search, given } }: CountedControlProps & { counting: Counting }) {
  // The rows themselves are not wanted.
  const asked = { ...search, ...given, [of]: undefined, sort: undefined, page: undefined, per_page: 5, facet: of }
  const { data, isError } = useQuery(query(source as any, asked as any)) as { data?: { counts?: Record<string, number> }; isError: boolean }
  return (
    <>
      {filter.control({ label: filter.label, value, onChange, counts: data?.counts })}
      {isError && <Text size="sm">Conteggi non disponibili.</Text>}
    </>
  )
}
