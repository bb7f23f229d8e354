import { type ComponentType, useState } from 'react'
import { notify } from '../lib/notify.ts'

/**
 * A component fetched with the first tap on a button, which then replaces the button. `failed` is shown if it cannot be fetched; the next
 * tap tries again.
 */
export function useFetched<P extends object>(load: () => Promise<ComponentType<P>>, failed: string) {
  const [Fetched, setFetched] = useState<ComponentType<P>>()
  const fetch = () =>
    void load().then(
      (component) => setFetched(() => component),
      () => notify.error(failed),
    )
  return [Fetched, fetch] as const
}
