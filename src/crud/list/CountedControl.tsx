import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type * as v from 'valibot'
import { query } from '../../lib/query.ts'
import type { Filter } from './filters.tsx'
import type { ListEndpoint } from './list-search.ts'

/** A list and its current filters, for counting the rows of each value of one more filter. */
export interface Counting {
  source: ListEndpoint
  search: object
  given: object | undefined
}
export interface CountedControlProps {
  /** Parameter of the filter. */
  of: string
  filter: Filter
  value: unknown
  onChange: (value: unknown) => void
  counting?: Counting | undefined
}
/** Also tells whether the filter is in use. */
export type UsableControl = CountedControlProps & { used: boolean }
/** The filters whose values a list can count. */
const countable = (source: ListEndpoint): readonly string[] =>
  (source.query.entries.facet as v.OptionalSchema<v.PicklistSchema<string[], undefined>, undefined> | undefined)?.wrapped.options ?? []

/** The control of a filter, with the number of rows per value under the other filters and the search. */
export function CountedControl(props: CountedControlProps) {
  const { of, filter, value, onChange, counting } = props
  return counting && countable(counting.source).includes(of) ? (
    <Counted {...props} counting={counting} />
  ) : (
    filter.control({ label: filter.label, value, onChange })
  )
}
function Counted({ of, filter, value, onChange, counting: { source, search, given } }: CountedControlProps & { counting: Counting }) {
  // Only the counts are needed, so the page is as small as it can be.
  const asked = { ...search, ...given, [of]: undefined, sort: undefined, page: undefined, per_page: 5, facet: of }
  const { data, isError } = useQuery(query(source as any, asked as any)) as { data?: { counts?: Record<string, number> }; isError: boolean }
  return (
    <>
      {filter.control({ label: filter.label, value, onChange, counts: data?.counts })}
      {isError && <Text size="sm">Conteggi non disponibili.</Text>}
    </>
  )
}
