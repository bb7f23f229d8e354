import { type ComponentType, useEffect, useState } from 'react'
import { firstPaint } from '../lib/first-paint.ts'

/** A part of the layout that the first paint does not need. `Meanwhile` is shown until it is loaded, and stays if loading fails. */
export function later<P extends object = object>(load: () => Promise<ComponentType<P>>, Meanwhile: ComponentType<P>) {
  const loaded = firstPaint.then(load)
  return function Later(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P>>()
    useEffect(() => {
      loaded.then(
        (component) => setLoaded(() => component),
        () => undefined,
      )
    }, [])
    return Loaded ? <Loaded {...props} /> : <Meanwhile {...props} />
  }
}
