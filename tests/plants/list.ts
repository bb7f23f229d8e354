/** A fault of the kind people make: what somebody would see, where it is planted, and the tests nearest to it. */
export interface Plant {
  sees: string
  file: string
  find: string
  put: string
  tests: readonly string[]
}
/** Faults of one file. */
export const plants =
  (file: string, tests: string | readonly string[]) =>
  (...faults: readonly (readonly [sees: string, find: string, put: string])[]): Plant[] =>
    faults.map(([sees, find, put]) => ({ sees, file, find, put, tests: [tests].flat() }))
