import { isDeepStrictEqual } from 'node:util'

declare module 'vitest' {
  interface Matchers<T = any> {
    /** The same values, each as often, in whatever order: for what comes in no order that anybody is promised. An order that is promised is compared with `toEqual`. */
    toHaveMembers(expected: Iterable<unknown>): void
  }
}
export const withMembers = {
  toHaveMembers(actual: unknown, expected: Iterable<unknown>) {
    const [found, left] = [[...(actual as Iterable<unknown>)], [...expected]]
    const extra = found.filter((one) => {
      const at = left.findIndex((other) => isDeepStrictEqual(one, other))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    return {
      pass: extra.length === 0 && left.length === 0,
      message: () => `not the same members: ${JSON.stringify(extra)} should not be there, ${JSON.stringify(left)} is missing`,
      actual: found,
      expected: [...expected],
    }
  },
}
