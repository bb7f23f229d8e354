/** Seeded random numbers (mulberry32): the same seed gives the same schedule. */
export interface Rng {
  /** In [0, 1). */
  next(): number
  /** Integer in [low, high]. */
  int(low: number, high: number): number
  chance(p: number): boolean
  pick<T>(from: readonly T[]): T
  /** Exponentially distributed, mean `mean`. */
  exp(mean: number): number
}

export function createRng(seed: number): Rng {
  // Neighbouring seeds must not give neighbouring streams.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  for (let i = 0; i < 4; i++) next()
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (p) => p > 0 && next() < p,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    exp: (mean) => -Math.log(1 - next()) * mean,
  }
}
