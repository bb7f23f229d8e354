import { buildStationSearch, type FoundStation } from './station-search.ts'

/** A request to the worker; `turn` comes back with the answer. */
export type SearchRequest = { turn: number; rows: readonly FoundStation[] } | { turn: number; question: string }
export interface SearchAnswer {
  turn: number
  found: FoundStation[]
}

let search: (question: string) => FoundStation[] = () => []
addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  if ('rows' in data) search = buildStationSearch(data.rows)
  postMessage({ turn: data.turn, found: 'question' in data ? search(data.question) : [] } satisfies SearchAnswer)
})
