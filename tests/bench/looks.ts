import type { Api } from '../e2e/support/api.ts'
import { percentile } from './table.ts'

/** Each look is taken so many times. */
export const TURNS = 12
/** Milliseconds of each answer, look by look; in each turn after a change. */
export async function looked(api: Api, paths: readonly string[], change: () => Promise<unknown>, turns = TURNS): Promise<number[][]> {
  const times: number[][] = paths.map(() => [])
  for (let turn = 0; turn <= turns; turn++) {
    await change()
    for (const [at, path] of paths.entries()) {
      const from = performance.now()
      await api.bytes(path)
      // The first is read from the disk.
      if (turn) times[at]!.push(performance.now() - from)
    }
  }
  return times
}
/** On the way, what each took: median and p95. */
export const told = (who: string, paths: readonly string[], times: readonly number[][]) => {
  for (const [at, path] of paths.entries())
    console.error(`  ${who} ${path}: ${[0.5, 0.95].map((share) => Math.round(percentile(times[at]!, share))).join(', ')} ms`)
}
/** The slowest page counts, not the mean of all. */
export const slowest = (times: readonly number[][], share: number) => Math.max(...times.map((one) => percentile(one, share)))
