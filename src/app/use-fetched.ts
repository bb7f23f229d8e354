import { type ComponentType, useState } from 'react'
import { notify } from '../lib/notify.ts'

/** What is fetched with the first tap on a button and then takes the button over; `failed` is said where it cannot be fetched, and the next tap tries again. */
export function useFetched<P extends object>(load: () => Promise<ComponentType<P>>, failed: string) {
  const [Fetched, setFetched] = useState<ComponentType<P>>()
  const fetch = () =>
    void load().then(
      (component) => setFetched(() => component),
      () => notify.error(failed),
    )
  return [Fetched, fetch] as const
}
