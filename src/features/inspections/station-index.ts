import type { FoundStation, StationIndex } from './station-search.ts'

/** Makes the index of stations in a Web Worker: some 24,000 of them take a phone a second. Rejects when the worker fails. */
export function makeIndex(
  stations: readonly FoundStation[],
  worker: Worker = new Worker(new URL('./station-index.worker.ts', import.meta.url), { type: 'module' }),
): Promise<StationIndex> {
  return new Promise<StationIndex>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<StationIndex>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('La ricerca dei punti vendita non è disponibile.')))
    worker.postMessage(stations)
  }).finally(() => worker.terminate())
}
