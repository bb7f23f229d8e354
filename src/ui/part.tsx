import { type ReactNode, useEffect, useState } from 'react'
import { isMissingCode, MissingPart } from './MissingPart.tsx'

type Drawn<P> = (props: P) => ReactNode

/**
 * A component fetched when it is first drawn; `meanwhile` is shown until then. Unlike React's `lazy`: a Suspense fallback stays for at
 * least 300 ms, while code on the device arrives in twenty. If its code is not on the device and cannot be fetched, its place says so;
 * any other error is the page's.
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
    if (isMissingCode(error)) return <MissingPart />
    if (error) throw error
    return Loaded ? <Loaded {...(props as unknown as P)} /> : meanwhile
  }
}
