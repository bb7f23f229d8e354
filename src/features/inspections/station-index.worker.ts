import { type FoundStation, indexStations } from './station-search.ts'

addEventListener('message', ({ data }: MessageEvent<readonly FoundStation[]>) => postMessage(indexStations(data)))
