/** Random numbers that are the same on every run: each row of each table has its own stream, so that a new column moves no other row. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** Whole, both ends included. */
  int(min: number, max: number): number
  /** Between the ends, rounded to `decimals`. */
  real(min: number, max: number, decimals: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** The first entries are the likelier (Zipf, exponent 0.6). */
  zipf<T>(list: readonly T[]): T
  weighted<const T>(choices: readonly (readonly [value: T, weight: number])[]): T
  /** Bell-shaped around 0, standard deviation 1, never beyond ±6: a sum of uniforms, the same on every machine. */
  bell(): number
  /** `count` characters of the alphabet. */
  chars(count: number, alphabet: string): string
  shuffle<T>(list: readonly T[]): T[]
}

/** Four 32-bit seeds out of a text (cyrb128, public domain, bryc). */
function seeds(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ k, 597399067)
    b = c ^ Math.imul(b ^ k, 2869860233)
    c = d ^ Math.imul(c ^ k, 951274213)
    d = a ^ Math.imul(d ^ k, 2716044179)
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}
/** sfc32 (PractRand, public domain). */
function sfc32([a, b, c, d]: [number, number, number, number]): () => number {
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm++) next()
  return next
}

const zipfSums = new WeakMap<readonly unknown[], number[]>()
function zipfSumsOf(list: readonly unknown[]): number[] {
  let sums = zipfSums.get(list)
  if (!sums) {
    let sum = 0
    sums = list.map((_, place) => {
      sum += (place + 1) ** -0.6
      return sum
    })
    zipfSums.set(list, sums)
  }
  return sums
}

/** The stream of row `index` of `entity`. */
export function stream(seed: number, entity: string, index: number): Random {
  const next = sfc32(seeds(`${seed}:${entity}:${index}`))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!
  return {
    next,
    int,
    pick,
    real: (min, max, decimals) => Number((min + next() * (max - min)).toFixed(decimals)),
    chance: (probability) => next() < probability,
    zipf(list) {
      const sums = zipfSumsOf(list)
      const at = next() * sums.at(-1)!
      return list[sums.findIndex((sum) => at < sum)]!
    },
    weighted(choices) {
      let at = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of choices) {
        at -= weight
        if (at < 0) return value
      }
      return choices.at(-1)![0]
    },
    bell() {
      let sum = -6
      for (let i = 0; i < 12; i++) sum += next()
      return sum
    },
    chars: (count, alphabet) => Array.from({ length: count }, () => pick([...alphabet])).join(''),
    shuffle(list) {
      const out = [...list]
      for (let last = out.length - 1; last > 0; last--) {
        const other = int(0, last)
        ;[out[last], out[other]] = [out[other]!, out[last]!]
      }
      return out
    },
  }
}
