import { setTimeout as pause } from 'node:timers/promises'
import { problem } from './problem.ts'

/** Refusals are delayed by so much: a loop of immediate refusals would take a whole processor. */
const HOLD_MS = 1_000

/**
 * Lets at most `atOnce` pieces of work run at the same time; `waiting` more wait, `perLane` of them in one lane. Lanes are served in turn: whoever
 * fills one keeps nobody out of another.
 * @returns runs `work` when its turn comes
 * @throws 429 where there is no room to wait
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
    // To the end of the turn.
    lanes.delete(name)
    if (line.length) lanes.set(name, line)
    go()
  }
  return async <T>(lane: string, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else {
      const line = lanes.get(lane) ?? []
      if (queued >= waiting || line.length >= perLane) {
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
