import type { FoundStation, StationIndex } from './station-search.ts'
import type { SearchAnswer, SearchRequest } from './station-search.worker.ts'

/**
 * The search over all stations in a Web Worker, so that typing never waits. `index` makes the index of stations, `load` takes one; `search` gives
 * at most 50, best first, and answers in the order asked: the last answer is the one to show. All reject when the worker fails.
 */
export function createStationSearch(
  worker: Worker = new Worker(new URL('./station-search.worker.ts', import.meta.url), { type: 'module' }),
) {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let turn = 0
  const ask = <T>(request: { rows: readonly FoundStation[] } | { index: StationIndex } | { question: string }) =>
    new Promise<T>((resolve, reject) => {
      waiting.set(++turn, { resolve, reject })
      worker.postMessage({ turn, ...request } satisfies SearchRequest)
    })
  const fail = (message: string) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
    waiting.get(data.turn)?.resolve(data.answer as never)
    waiting.delete(data.turn)
  })
  worker.addEventListener('error', () => fail('La ricerca dei punti vendita non è disponibile.'))
  return {
    index: (rows: readonly FoundStation[]) => ask<StationIndex>({ rows }),
    load: (index: StationIndex) => ask<void>({ index }),
    search: (question: string) => ask<FoundStation[]>({ question }),
    close: () => {
      worker.terminate()
      fail('La ricerca dei punti vendita è stata chiusa.')
    },
  }
}
export type StationSearch = ReturnType<typeof createStationSearch>
