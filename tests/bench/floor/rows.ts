import { queryOptions } from '@tanstack/react-query'

/** A verifica as its list tells it. */
export interface Row {
  id: number
  number: string
  station: string
  date: string
  model: string
  outcome: string
  score: number
  state: string
}
interface Page {
  rows: Row[]
  total: number
}
export type Of = 'first' | 'other' | 'seen'
export const rows = (of: Of) =>
  queryOptions({
    queryKey: [of],
    queryFn: () => fetch(`/rows?${of}`).then((response) => response.json() as Promise<Page>),
    staleTime: Number.POSITIVE_INFINITY,
  })
