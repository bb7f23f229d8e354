import type { FoundStation } from './station-search.ts'
import type { SearchAnswer, SearchRequest } from './station-search.worker.ts'

/**
 * The search over all stations in a Web Worker, so that typing never waits. `load` replaces the stations; `search` gives at most 50,
 * best first, and answers in the order asked: the last answer is the one to show. Both reject when the worker fails.
 */
export function createStationSearch(
  worker: Worker = new Worker(new URL('./station-search.worker.ts', import.meta.url), { type: 'module' }),
) {
  const waiting = new Map<number, { resolve: (found: FoundStation[]) => void; reject: (error: Error) => void }>()
  let turn = 0
  const ask = (request: SearchRequest) =>
    new Promise<FoundStation[]>((resolve, reject) => {
      waiting.set(request.turn, { resolve, reject })
      worker.postMessage(request)
    })
  const fail = (message: string) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
    waiting.get(data.turn)?.resolve(data.found)
    waiting.delete(data.turn)
  })
  worker.addEventListener('error', () => fail('La ricerca dei punti vendita non è disponibile.'))
  return {
    load: async (rows: readonly FoundStation[]): Promise<void> => void (await ask({ turn: ++turn, rows })),
    search: (question: string): Promise<FoundStation[]> => ask({ turn: ++turn, question }),
    close: () => {
      worker.terminate()
      fail('La ricerca dei punti vendita è stata chiusa.')
    },
  }
}
