import { setTimeout as pause } from 'node:timers/promises'
import { problem } from './problem.ts'

/** Refusals are delayed: a client that repeats at once would take a whole processor. */
const HOLD_MS = 1_000

/**
 * Runs at most `atOnce` pieces of work at the same time; `waiting` more may wait, `perLane` of them in one lane. Lanes are served in turn, so that one full
 * lane does not hold up another. What comes with `patient` waits however many do: work of the server itself, that has its own limits.
 * @returns runs `work` when its turn comes
 * @throws 429 if there is no room to wait
 */
export function workQueue(atOnce: number, perLane: number, waiting: number) {
  const lanes = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0
  const next = () => {
    const [first] = lanes
    if (!first) {
      running--
      return
    }
    const [name, line] = first
    queued--
    const go = line.shift()!
    // The lane goes to the end of the line.
    lanes.delete(name)
    if (line.length) lanes.set(name, line)
    go()
  }
  return async <T>(lane: string, work: () => Promise<T>, patient = false): Promise<T> => {
    if (running < atOnce) running++
    else {
      const line = lanes.get(lane) ?? []
      if (!patient && (queued >= waiting || line.length >= perLane)) {
        await pause(HOLD_MS)
        throw problem.busy()
      }
      queued++
      await new Promise<void>((go) => {
        line.push(go)
        lanes.set(lane, line)
      })
    }
    try {
      return await work()
    } finally {
      next()
    }
  }
}
