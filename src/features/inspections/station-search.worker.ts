import { type FoundStation, indexStations, type StationIndex, stationSearch } from './station-search.ts'

/** A request to the worker; `turn` comes back with the answer. */
export type SearchRequest = { turn: number } & ({ rows: readonly FoundStation[] } | { index: StationIndex } | { question: string })
export interface SearchAnswer {
  turn: number
  /** The index made of `rows`, or the stations found. */
  answer: StationIndex | FoundStation[] | undefined
}

let search: (question: string) => FoundStation[] = () => []
function answerTo(request: SearchRequest) {
  if ('rows' in request) return indexStations(request.rows)
  if ('question' in request) return search(request.question)
  search = stationSearch(request.index)
  return undefined
}
addEventListener('message', ({ data }: MessageEvent<SearchRequest>) =>
  postMessage({ turn: data.turn, answer: answerTo(data) } satisfies SearchAnswer),
)
