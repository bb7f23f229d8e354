import { type ComponentType, useEffect, useState } from 'react'
import { calm } from '../lib/calm.ts'

/** A part of the frame that the first paint can do without. `Meanwhile` stands in its place until it is there, and for good where it cannot be had. */
export function later<P extends object = object>(load: () => Promise<ComponentType<P>>, Meanwhile: ComponentType<P>) {
  const loaded = calm.then(load)
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
