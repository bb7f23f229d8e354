/** These names with nothing each, for a table that must have a line for every name: `...noneOf('search', 'dashboard')`. */
export const noneOf = <const N extends string>(...names: N[]) => Object.fromEntries(names.map((name) => [name, null])) as Record<N, null>
