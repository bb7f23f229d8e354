import { useState } from 'react'

interface Fields<P> {
  get: (path: P) => any
  set: (path: P, value: any) => void
  useValue: (path: P) => any
}

/** The rows of a list inside a form: `rows` to draw (fields are named `${path}.${at}.…`), `add` and, in each, `remove`. */
export function useFormRows<P extends string>({ get, set, useValue }: Fields<P>, path: P) {
  const [removals, setRemovals] = useState(0)
  const all = (useValue(path) ?? []) as unknown[]
  return {
    rows: all.map((_, at) => ({
      at,
      // Uncontrolled inputs: after a removal the inputs below belong to other rows and must remount.
      key: `${removals}-${at}`,
      remove() {
        set(
          path,
          (get(path) as unknown[]).filter((_row, other) => other !== at),
        )
        setRemovals((count) => count + 1)
      },
    })),
    add: (row: object) => set(path, [...((get(path) as unknown[]) ?? []), { ...row }]),
  }
}
