import { type ReactNode, useEffect, useState } from 'react'

type Drawn<P> = (props: P) => ReactNode

/**
 * A part of a page that is fetched when it is first drawn; `meanwhile` stands in its place until then.
 * Not React's `lazy`: a fallback of Suspense stays for at least 300 ms once it was shown, and what comes from the device is there in twenty.
 * Where it cannot be fetched, that is the error of the page.
 */
export function part<P extends object>(load: () => Promise<Drawn<P>>, usual?: ReactNode) {
  let there: Drawn<P> | undefined
  return function Part({ meanwhile = usual, ...props }: P & { meanwhile?: ReactNode }) {
    const [{ Loaded, error }, set] = useState<{ Loaded?: Drawn<P> | undefined; error?: unknown }>({ Loaded: there })
    useEffect(() => {
      if (Loaded) return
      load().then(
        (loaded) => {
          there = loaded
          set({ Loaded: loaded })
        },
        (error: unknown) => set({ error }),
      )
    }, [Loaded])
    if (error) throw error
    return Loaded ? <Loaded {...(props as unknown as P)} /> : meanwhile
  }
}
